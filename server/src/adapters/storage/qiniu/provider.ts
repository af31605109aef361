import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { StorageProvider } from '../provider.ts';
import type { VendorDeps } from '../vendor-http.ts';
import { createQiniu } from './qiniu.ts';

const uploadHost = 'https://up.qiniup.com';
const managementHost = 'https://rs.qiniuapi.com';

export const qiniuStorage = defineProvider({
  name: 'qiniu',
  place: ['qiniu_bucket'],
  settings: {
    qiniu_ak: field.text({ rules: 'required|max:500' }),
    qiniu_sk: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    qiniu_bucket: field.text({ rules: 'required|max:100' }),
    qiniu_domain: field.text({ rules: 'required|url|max:500' }),
    qiniu_private: field.boolean({ initial: true }),
    qiniu_up_host: field.text({ rules: 'url|max:500' }),
    qiniu_rs_host: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: VendorDeps): StorageProvider =>
    createQiniu(
      {
        keys: { access_key: values.qiniu_ak, secret_key: values.qiniu_sk },
        bucket: values.qiniu_bucket,
        domain: trimSlashes(values.qiniu_domain),
        is_private: values.qiniu_private,
        up_host: trimSlashes(values.qiniu_up_host) || uploadHost,
        rs_host: trimSlashes(values.qiniu_rs_host) || managementHost,
      },
      deps,
    ),
});
