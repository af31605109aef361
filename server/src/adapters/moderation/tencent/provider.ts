import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { ModerationVendorDeps } from '../vendor.ts';
import { createTencentModeration } from './judge.ts';

const officialBase = 'https://tms.tencentcloudapi.com';

export const tencentModeration = defineProvider({
  name: 'tencent',
  settings: {
    moderation_secret_id: field.text({ rules: 'required|max:500' }),
    moderation_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    /** A strategy of the school's own. */
    moderation_biz_type: field.text({ rules: 'max:32' }),
    moderation_tencent_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: ModerationVendorDeps) =>
    createTencentModeration(
      {
        key: { id: values.moderation_secret_id, secret: values.moderation_secret_key },
        biz_type: values.moderation_biz_type,
        base: values.moderation_tencent_base || officialBase,
      },
      deps,
    ),
});
