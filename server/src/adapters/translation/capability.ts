import { defineCapability } from '../provider.ts';
import { aliyunTranslation } from './aliyun/provider.ts';
import { pluginTranslation } from './plugin/provider.ts';
import { tencentTranslation } from './tencent/provider.ts';
import type { TranslationVendor, TranslationVendorDeps } from './vendor.ts';

/** Without a vendor the chat service translates. */
export const translationCapability = defineCapability<TranslationVendorDeps, TranslationVendor>()({
  driver: 'translation_driver',
  fallback: 'translation_fallback',
  providers: [aliyunTranslation, tencentTranslation, pluginTranslation],
  settings: {},
});
