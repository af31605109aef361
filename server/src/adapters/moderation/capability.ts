import { defineCapability } from '../provider.ts';
import { aliyunModeration } from './aliyun/provider.ts';
import { compatibleModeration, openaiModeration, zhipuModeration } from './compatible/provider.ts';
import { pluginModeration } from './plugin/provider.ts';
import { tencentModeration } from './tencent/provider.ts';
import type { ModerationVendor, ModerationVendorDeps } from './vendor.ts';

export const moderationCapability = defineCapability<ModerationVendorDeps, ModerationVendor>()({
  driver: 'moderation_driver',
  fallback: 'moderation_fallback',
  fallback_settings: { moderation_key: 'moderation_fallback_key', moderation_model: 'moderation_fallback_model' },
  providers: [
    aliyunModeration,
    tencentModeration,
    zhipuModeration,
    openaiModeration,
    compatibleModeration,
    pluginModeration,
  ],
  settings: {},
});
