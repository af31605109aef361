import { maskContacts } from '../../ai-moderations/public.ts';

/** A value as data: no longer than it need be, and nothing in it that could be read as a part of the prompt. */
export const asData = (value: string, longest = 200): string =>
  maskContacts(value)
    .replaceAll(/[{}<>`\p{Cc}\p{Cf}]+/gu, ' ')
    .replaceAll(/\b(system|assistant|user|developer)\s*:/gi, '$1 -')
    .trim()
    .slice(0, longest);
