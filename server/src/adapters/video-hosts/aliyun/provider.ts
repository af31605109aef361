import { trimSlashes } from '@kaike/shared/kit/text/trim-slashes';
import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';

import type { HostDeps } from '../host-deps.ts';
import type { VideoHost } from '../port.ts';
import { createAliyunHost } from './host.ts';

export const aliyunVideo = defineProvider({
  name: 'aliyun',
  place: ['vod_region', 'vod_endpoint'],
  settings: {
    vod_access_key_id: field.text({ rules: 'required|max:500' }),
    vod_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    vod_region: field.text({ rules: 'required|max:100', initial: 'cn-shanghai' }),
    vod_domain: field.text({ rules: 'required|url|max:500' }),
    vod_url_key: field.password({ rules: 'max:500', key_kind: 'token' }),
    vod_callback_key: field.password({ rules: 'max:32', key_kind: 'token' }),
    vod_template_group: field.text({ rules: 'max:100' }),
    vod_upload_origin: field.text({ rules: 'url|max:500' }),
    vod_endpoint: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: HostDeps): VideoHost =>
    createAliyunHost(
      {
        key: { id: values.vod_access_key_id, secret: values.vod_access_key_secret },
        domain: new URL(values.vod_domain).origin,
        url_key: values.vod_url_key,
        callback_key: values.vod_callback_key,
        template_group: values.vod_template_group,
        // The bucket is the vendor's; its name is known only once an upload begins.
        upload_origin: trimSlashes(values.vod_upload_origin) || `https://*.oss-${values.vod_region}.aliyuncs.com`,
        endpoint: trimSlashes(values.vod_endpoint) || `https://vod.${values.vod_region}.aliyuncs.com`,
        region: values.vod_region,
      },
      deps,
    ),
});
