import type { Choice } from '../../../kit/field.ts';
import { normalizeKeyword } from '../../../kit/text/normalize-text.ts';

/** Sort orders of the public course list. */
export const courseOrders = [
  { value: 'default', key: 'default' },
  { value: 'newest', key: 'newest' },
  { value: 'price', key: 'price' },
  { value: 'longest', key: 'longest' },
] as const satisfies readonly Choice<string>[];
export type CourseOrder = (typeof courseOrders)[number]['value'];

const hanCharacters = /\p{Script=Han}/u;

/** Search input normalised for titles (trimmed, lower case) and for pinyin keys (also without spaces and tone marks). */
export function searchText(typed: string): { text: string; pinyin: string | null } {
  const text = normalizeKeyword(typed);
  if (text === '' || hanCharacters.test(text)) return { text, pinyin: null };
  const letters = text
    .replace(/ü/g, 'v')
    .normalize('NFD')
    .replace(/[^a-z\d]/g, '');
  return { text, pinyin: letters === '' ? null : letters };
}
