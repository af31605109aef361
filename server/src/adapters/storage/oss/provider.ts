import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { StorageProvider } from '../provider.ts';
import type { VendorDeps } from '../vendor-http.ts';
import { createOss } from './oss.ts';

export const ossStorage = defineProvider({
  name: 'oss',
  place: ['oss_bucket', 'oss_region', 'oss_endpoint'],
  settings: {
    oss_access_key_id: field.text({ rules: 'required|max:500' }),
    oss_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    oss_bucket: field.text({ rules: 'required|max:100' }),
    oss_region: field.text({ rules: 'required|max:100' }),
    oss_domain: field.text({ rules: 'url|max:500' }),
    oss_endpoint: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: VendorDeps): StorageProvider =>
    createOss(
      {
        key: {
          id: values.oss_access_key_id,
          secret: values.oss_access_key_secret,
          bucket: values.oss_bucket,
          // The console writes the region with the name of the product in front.
          region: values.oss_region.replace(/^oss-/, ''),
        },
        domain: trimSlashes(values.oss_domain),
        endpoint: trimSlashes(values.oss_endpoint),
      },
      deps,
    ),
});
