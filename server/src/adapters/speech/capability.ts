import { field } from '@kaike/shared/kit/field';
import { defineCapability } from '../provider.ts';
import { compatibleSpeech, openaiSpeech } from './compatible/provider.ts';
import { tencentSpeech } from './tencent/provider.ts';
import type { SpeechVendor, SpeechVendorDeps } from './vendor.ts';

export const speechCapability = defineCapability<SpeechVendorDeps, SpeechVendor>()({
  driver: 'speech_driver',
  fallback: 'speech_fallback',
  fallback_settings: { speech_voice: 'speech_fallback_voice' },
  providers: [openaiSpeech, tencentSpeech, compatibleSpeech],
  settings: {
    /** Sounds that nobody heard for so many days are removed. */
    speech_keep_days: field.integer({ rules: 'required|between:1,3650', initial: 90 }),
  },
});
