import { maskContacts } from '../../moderation/public.ts';

/** A name of a role before a colon, as prompts write it. */
const roles = /(\b(?:system|assistant|user|developer)|系统|系統|助手|助理|用户|用戶|开发者|開發者)\s*[:：]/gi;

/** A value as data: no longer than it need be, and nothing in it that could be read as a part of the prompt. */
export const quoteUntrusted = (value: string, longest = 200): string =>
  maskContacts(value)
    .replaceAll(/[{}<>`\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(roles, '$1 -')
    .trim()
    .slice(0, longest);
