import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { ModerationVendorDeps } from '../vendor.ts';
import { createAliyunModeration } from './judge.ts';

const officialBase = 'https://green-cip.cn-shanghai.aliyuncs.com';

export const aliyunModeration = defineProvider({
  name: 'aliyun',
  settings: {
    moderation_access_key_id: field.text({ rules: 'required|max:500' }),
    moderation_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    moderation_aliyun_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: ModerationVendorDeps) =>
    createAliyunModeration(
      {
        key: { id: values.moderation_access_key_id, secret: values.moderation_access_key_secret },
        base: values.moderation_aliyun_base || officialBase,
      },
      deps,
    ),
});
