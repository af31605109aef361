import { formatSecret, secretLength } from '@kaike/shared/domain/cards/card-secret';
import { parseSecret } from '@kaike/shared/domain/cards/parse-secret';

export type CardEntry =
  | { readonly state: 'empty' }
  | { readonly state: 'unfinished'; readonly left: number }
  | { readonly state: 'typo' | 'too_long' | 'no_code' | 'card_no' }
  | { readonly state: 'complete'; readonly code: string };

const groupable = /^[0-9A-Za-z\s-]*$/;
/** Whether a text has nothing but signs of a code and what separates them. */
export const isGroupable = (text: string): boolean => groupable.test(text.normalize('NFKC'));
/** A card number as printed on the front: two letters and ten digits. */
const cardNumber = /^[A-Za-z]{2}\d{10}$/;
export const symbolsOf = (text: string): string => text.normalize('NFKC').replace(/[^0-9A-Za-z]/g, '');

/** Parses the field's content; a typing mistake is detected here, before anything is sent. */
export function parseEntry(text: string): CardEntry {
  const reading = parseSecret(text);
  if ('secret' in reading) return { state: 'complete', code: reading.secret };
  if (reading.reason === 'empty') return { state: 'empty' };
  const typed = text.normalize('NFKC');
  if (!groupable.test(typed)) return { state: reading.reason === 'typo' ? 'typo' : 'no_code' };
  if (cardNumber.test(symbolsOf(typed))) return { state: 'card_no' };
  const count = symbolsOf(typed).length;
  if (count < secretLength) return { state: 'unfinished', left: secretLength - count };
  return { state: count === secretLength ? 'typo' : 'too_long' };
}

/** Groups of four while typing at the end; other edits are left as they are, so that the caret does not jump. */
export function tidyEntry(next: string, before: string): string {
  const isAtEnd = next.startsWith(before) || before.startsWith(next);
  const symbols = symbolsOf(next).toUpperCase();
  return isAtEnd && groupable.test(next) && symbols.length <= secretLength ? formatSecret(symbols) : next;
}
