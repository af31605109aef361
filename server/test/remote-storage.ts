import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { buildContext } from '../src/context.ts';
import { createHttp, type Http } from './client.ts';
import type { TestApp } from './app.ts';
import { ossAccount, startOss } from './fakes/oss.ts';
import { qiniuAccount, startQiniu } from './fakes/qiniu.ts';
import { s3Account, startS3 } from './fakes/s3.ts';
import type { FakeObject } from './fakes/bucket.ts';
import type { BytesListener } from './fakes/listen-bytes.ts';
import { connectionOf } from './processes/kill.ts';
import type { Context } from '../src/core/context.ts';
import type { SettingKey, SettingValue } from '../src/core/settings/settings.ts';

export type VendorName = 's3' | 'oss' | 'qiniu';
export const vendorNames: readonly VendorName[] = ['s3', 'oss', 'qiniu'];
export type VendorFake = BytesListener & { objects: Map<string, FakeObject> };

type Values = { [K in SettingKey]?: SettingValue<K> };
const starters = { s3: startS3, oss: startOss, qiniu: startQiniu };

const accountAt: Record<VendorName, (base: string) => Values> = {
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

/** Starts a fake vendor and enters the school's account there; new files go to it when it is selected. */
export async function openAccount(app: TestApp, vendor: VendorName): Promise<VendorFake> {
  const fake = await starters[vendor](app.clock.now);
  for (const [key, value] of Object.entries(accountAt[vendor](fake.base)))
    await app.setting(key as SettingKey, value as SettingValue<SettingKey>);
  return fake;
}

export type SecondServer = { ctx: Context; http: Http; files: () => Promise<string[]>; close: () => Promise<void> };

/** Another server on the same database, with an empty data folder. */
export async function startSecondServer(app: TestApp): Promise<SecondServer> {
  const folder = await mkdtemp(join(tmpdir(), 'kaike-second-'));
  const ctx = await buildContext({
    config: { ...app.ctx.config, data_dir: folder },
    connection: connectionOf(app.ctx),
    log: pino({ level: 'silent' }),
    clock: app.clock.now,
  });
  const server = await buildApp(ctx);
  await server.ready();
  return {
    ctx,
    http: createHttp(server, ctx),
    files: () => listFiles(folder),
    async close() {
      await server.close();
      await ctx.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The stored files in a data folder, without what work leaves behind. */
export async function listFiles(folder: string): Promise<string[]> {
  const uploads = join(folder, 'uploads');
  const entries = await readdir(uploads, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(uploads.length + 1))
    .filter((name) => !name.startsWith('.parts'));
}
