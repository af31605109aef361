import type { Choice } from '../kit/field.ts';

/** Orders of the public list of courses. */
export const courseOrders = [
  { value: 'default', key: 'default' },
  { value: 'newest', key: 'newest' },
  { value: 'price', key: 'price' },
  { value: 'longest', key: 'longest' },
] as const satisfies readonly Choice<string>[];
export type CourseOrder = (typeof courseOrders)[number]['value'];

const hanCharacters = /\p{Script=Han}/u;

/** What somebody typed, as titles and pinyin keys are searched: trimmed, small letters, and without the spaces and marks of pinyin. */
export function searchText(typed: string): { text: string; pinyin: string | null } {
  const text = typed.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '' || hanCharacters.test(text)) return { text, pinyin: null };
  const letters = text
    .replace(/ü/g, 'v')
    .normalize('NFD')
    .replace(/[^a-z\d]/g, '');
  return { text, pinyin: letters === '' ? null : letters };
}
