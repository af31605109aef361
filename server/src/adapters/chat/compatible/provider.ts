import { secondCompatible } from '@kaike/shared/domain/ai/ai-usage';
import { field } from '@kaike/shared/kit/field';
import { defineProvider } from '../../provider.ts';
import type { ChatVendorDeps } from '../vendor.ts';
import type { ChatAccount } from './call-chat.ts';
import { createCompatibleChat } from './stream-chat.ts';

/** A vendor whose address is known. */
const vendor = <const Name extends string>(
  name: Name,
  base: string,
  limitName: ChatAccount['limit_name'] = 'max_tokens',
) =>
  defineProvider({
    name,
    settings: {
      chat_key: field.password({ rules: 'required|max:8000', key_kind: 'token' }),
      chat_model: field.text({ rules: 'required|max:100' }),
    },
    create: ({ chat_key: key, chat_model: model }, deps: ChatVendorDeps) =>
      createCompatibleChat({ name, base, key, model, limit_name: limitName }, deps),
  });

export const deepseekChat = vendor('deepseek', 'https://api.deepseek.com/v1');
export const qwenChat = vendor('qwen', 'https://dashscope.aliyuncs.com/compatible-mode/v1');
export const kimiChat = vendor('kimi', 'https://api.moonshot.cn/v1');
export const zhipuChat = vendor('zhipu', 'https://open.bigmodel.cn/api/paas/v4');
export const openaiChat = vendor('openai', 'https://api.openai.com/v1', 'max_completion_tokens');

/** Any other service with this interface, or a model of the school's own, which may ask for no key. */
export const compatibleChat = defineProvider({
  name: 'compatible',
  network: 'own',
  settings: {
    chat_base: field.text({ rules: 'required|url|max:500' }),
    chat_own_key: field.password({ rules: 'max:8000', key_kind: 'token' }),
    chat_own_model: field.text({ rules: 'required|max:100' }),
  },
  create: ({ chat_base: base, chat_own_key: key, chat_own_model: model }, deps: ChatVendorDeps) =>
    createCompatibleChat(
      { name: deps.is_second ? secondCompatible : 'compatible', base, key, model, limit_name: 'max_tokens' },
      deps,
    ),
});
