import { field } from '@kaike/shared/kit/field';
import { defineCapability } from '../provider.ts';
import { compatibleChat, deepseekChat, kimiChat, openaiChat, qwenChat, zhipuChat } from './compatible/provider.ts';
import type { ChatVendor, ChatVendorDeps } from './vendor.ts';

export const chatCapability = defineCapability<ChatVendorDeps, ChatVendor>()({
  driver: 'chat_driver',
  fallback: 'chat_fallback',
  fallback_settings: {
    chat_key: 'chat_fallback_key',
    chat_model: 'chat_fallback_model',
    chat_base: 'chat_fallback_base',
    chat_own_key: 'chat_fallback_own_key',
    chat_own_model: 'chat_fallback_own_model',
  },
  providers: [deepseekChat, qwenChat, kimiChat, zhipuChat, openaiChat, compatibleChat],
  settings: {
    chat_temperature: field.decimal({ decimals: 2, rules: 'required|between:0,2', initial: 0.7 }),
    /** What a model thinks counts, too. */
    chat_max_tokens: field.integer({ rules: 'required|between:50,16000', initial: 400 }),
    chat_first_sec: field.integer({ rules: 'required|between:5,60', initial: 15 }),
    chat_next_sec: field.integer({ rules: 'required|between:5,60', initial: 20 }),
  },
});
