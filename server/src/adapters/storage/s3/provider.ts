import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { StorageProvider } from '../provider.ts';
import type { VendorDeps } from '../vendor-http.ts';
import { createS3 } from './s3.ts';

export const s3Storage = defineProvider({
  name: 's3',
  place: ['s3_endpoint', 's3_bucket'],
  network: 'own',
  settings: {
    s3_endpoint: field.text({ rules: 'required|url|max:500' }),
    s3_region: field.text({ rules: 'required|max:100', initial: 'us-east-1' }),
    s3_bucket: field.text({ rules: 'required|max:100' }),
    s3_access_key_id: field.text({ rules: 'required|max:500' }),
    s3_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    s3_path_style: field.boolean({ initial: true }),
    s3_public_endpoint: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: VendorDeps): StorageProvider =>
    createS3(
      {
        endpoint: trimSlashes(values.s3_endpoint),
        bucket: values.s3_bucket,
        key: { id: values.s3_access_key_id, secret: values.s3_access_key_secret, region: values.s3_region },
        is_path_style: values.s3_path_style,
        public_endpoint: trimSlashes(values.s3_public_endpoint),
      },
      deps,
    ),
});
