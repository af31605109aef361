import { checkSecret, secretLength } from './card-secret.ts';

export type SecretReading = { readonly secret: string } | { readonly reason: 'empty' | 'typo' | 'none' };

/** Longer input is cut; no message with a code is this long. */
const maxTextLength = 5000;

/** Separators between the groups of a code: dashes of all kinds, underscores, the `+` of a query string; and spaces. */
const dashes = '\\u200B-\\u200D\\u2060\\uFEFF\\u2010-\\u2015\\u2212\\u30FC_+-';
const gaps = new RegExp(`[\\s${dashes}]+`);
/** Anything else ends a stretch that could contain a code. */
const breaks = new RegExp(`[^0-9A-Z\\s${dashes}]+`);
const breaksAndSpaces = new RegExp(`[^0-9A-Z${dashes}]+`);

type Candidate = { readonly text: string; readonly isGrouped: boolean };

function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return ' ';
    }
  });
}

/** Upper case, without full-width forms and with look-alikes resolved. */
function normalise(text: string): string {
  return decodePercent(text.slice(0, maxTextLength))
    .normalize('NFKC')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');
}

/** Adjacent words that together are as long as a secret. */
function joinWords(words: readonly string[]): Candidate[] {
  const matches: Candidate[] = [];
  words.forEach((_, start) => {
    let text = '';
    for (let end = start; end < words.length && text.length < secretLength; end += 1) {
      text += words[end] ?? '';
      const size = end - start + 1;
      const isGrouped = size === 1 || (size === 4 && words.slice(start, end + 1).every((word) => word.length === 4));
      if (text.length === secretLength) matches.push({ text, isGrouped });
    }
  });
  return matches;
}

const wordsOf = (stretch: string): string[] => stretch.split(gaps).filter((word) => word !== '');

const candidatesIn = (stretches: readonly string[]): Candidate[] =>
  stretches.map((stretch) => joinWords(wordsOf(stretch))).reduce((all, some) => all.concat(some), []);

/** The last of equal candidates, because a message names the card before its secret. */
function chooseFitting(candidates: readonly Candidate[]): Candidate | undefined {
  const fitting = candidates.filter((candidate) => checkSecret(candidate.text)).reverse();
  return fitting.find((candidate) => candidate.isGrouped) ?? fitting[0];
}

/**
 * Finds the secret in typed, pasted or scanned text: in any case and grouping, alone, inside a message or a link. A
 * candidate with a correct check symbol wins, one without spaces first. `typo`: there is a code, but it is wrong or
 * incomplete. `none`: there is no code.
 */
export function parseSecret(text: string): SecretReading {
  const normal = normalise(text);
  const stretches = normal.split(breaks);
  const isAlone = stretches.length === 1;
  if (isAlone && wordsOf(normal).length === 0) return { reason: 'empty' };
  const candidates = candidatesIn(stretches);
  const best = chooseFitting(candidatesIn(normal.split(breaksAndSpaces))) ?? chooseFitting(candidates);
  if (best) return { secret: best.text };
  const isIncomplete = isAlone && /\d/.test(text.normalize('NFKC'));
  return { reason: isIncomplete || candidates.some((candidate) => candidate.isGrouped) ? 'typo' : 'none' };
}
