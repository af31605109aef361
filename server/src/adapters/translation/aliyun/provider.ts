import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { TranslationVendorDeps } from '../vendor.ts';
import { createAliyunTranslation } from './translate.ts';

const officialBase = 'https://mt.aliyuncs.com';

export const aliyunTranslation = defineProvider({
  name: 'aliyun',
  settings: {
    translation_access_key_id: field.text({ rules: 'required|max:500' }),
    translation_access_key_secret: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    translation_aliyun_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: TranslationVendorDeps) =>
    createAliyunTranslation(
      {
        key: { id: values.translation_access_key_id, secret: values.translation_access_key_secret },
        base: values.translation_aliyun_base || officialBase,
      },
      deps,
    ),
});
