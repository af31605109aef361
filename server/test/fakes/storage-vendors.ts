import type { SettingKey, SettingValue } from '../../src/core/settings/settings.ts';
import type { FakeObject } from './bucket.ts';
import type { BytesListener } from './listen-bytes.ts';
import { ossAccount, startOss } from './oss.ts';
import { qiniuAccount, startQiniu } from './qiniu.ts';
import { s3Account, startS3 } from './s3.ts';

export type VendorName = 's3' | 'oss' | 'qiniu';
export const vendorNames: readonly VendorName[] = ['s3', 'oss', 'qiniu'];
export type VendorFake = BytesListener & { objects: Map<string, FakeObject> };

type Values = { [K in SettingKey]?: SettingValue<K> };
export const vendorStarters = { s3: startS3, oss: startOss, qiniu: startQiniu };

/** The setting that holds the secret of an account. */
export const secretOf = {
  s3: 's3_access_key_secret',
  oss: 'oss_access_key_secret',
  qiniu: 'qiniu_sk',
} as const satisfies Record<VendorName, SettingKey>;

/** The settings of the school's account at a fake. */
export const accountAt: Record<VendorName, (base: string) => Values> = {
  s3: (base) => ({
    s3_endpoint: base,
    s3_region: s3Account.region,
    s3_bucket: s3Account.bucket,
    s3_access_key_id: s3Account.id,
    s3_access_key_secret: s3Account.secret,
  }),
  oss: (base) => ({
    oss_access_key_id: ossAccount.id,
    oss_access_key_secret: ossAccount.secret,
    oss_bucket: ossAccount.bucket,
    oss_region: ossAccount.region,
    oss_endpoint: base,
  }),
  qiniu: (base) => ({
    qiniu_ak: qiniuAccount.ak,
    qiniu_sk: qiniuAccount.sk,
    qiniu_bucket: qiniuAccount.bucket,
    qiniu_domain: base,
    qiniu_up_host: base,
    qiniu_rs_host: base,
  }),
};
