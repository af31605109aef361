import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { TranslationVendorDeps } from '../vendor.ts';
import { createTencentTranslation } from './translate.ts';

const officialBase = 'https://tmt.tencentcloudapi.com';

export const tencentTranslation = defineProvider({
  name: 'tencent',
  settings: {
    translation_secret_id: field.text({ rules: 'required|max:500' }),
    translation_secret_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
    translation_tencent_base: field.text({ rules: 'url|max:500' }),
  },
  create: (values, deps: TranslationVendorDeps) =>
    createTencentTranslation(
      {
        key: { id: values.translation_secret_id, secret: values.translation_secret_key },
        base: values.translation_tencent_base || officialBase,
      },
      deps,
    ),
});
