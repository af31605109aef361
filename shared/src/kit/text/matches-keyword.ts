import { normalizeKeyword } from './normalize-text.ts';

const compact = (text: string): string => normalizeKeyword(text).replaceAll(' ', '');

/** Whether a text holds every word of what somebody looks for, in any width and case, wherever it has blanks. */
export function matchesKeyword(text: string, keyword: string): boolean {
  const held = compact(text);
  return normalizeKeyword(keyword)
    .split(' ')
    .every((word) => held.includes(word));
}
