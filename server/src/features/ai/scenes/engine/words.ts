import { formsOf } from './lemmas.ts';
import { joinNumbers } from './numbers.ts';

/** A word of an answer: its base forms, and which clause of the answer it stands in. */
export type Word = { text: string; forms: readonly string[]; clause: number };

/** Words read of one answer; the rest cannot change what it means. */
const maxWords = 200;
const maxCharacters = 4000;

const replacements: readonly [RegExp, string][] = [
  [/\b(?:can't|cannot|cant)\b/g, 'can not'],
  [/\b(?:won't|wont)\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\b(do|does|did|is|are|was|were|have|has|had|could|would|should)nt\b/g, '$1 not'],
  [/\b(it|that|what|where|who|how|here|there|he|she|when)'?s\b/g, '$1 is'],
  [/\bname's\b/g, 'name is'],
  [/\blet'?s\b/g, 'let us'],
  [/\bi'?m\b/g, 'i am'],
  [/\bi've\b|\bive\b/g, 'i have'],
  [/'re\b/g, ' are'],
  [/'ve\b/g, ' have'],
  [/'ll\b/g, ' will'],
  [/'d\b/g, ' would'],
  [/\bo'? ?clock\b/g, ''],
  [/'s\b/g, ''],
  [/\bgonna\b/g, 'going to'],
  [/\bwanna\b/g, 'want to'],
  [/\bgotta\b/g, 'have to'],
  [/\b([ap])\.? ?m\b\.?/g, '$1m'],
];

/** Small letters without accents, contractions written out. */
function plainText(text: string): string {
  const plain = text
    .slice(0, maxCharacters)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u2018\u2019\u02bc`]/g, "'")
    .toLowerCase();
  return replacements.reduce((result, [pattern, value]) => result.replace(pattern, value), plain);
}

/** The English words and numbers of a text, numbers as digits. */
export function parseWords(text: string): Word[] {
  const pieces = plainText(text).match(/\d+(?:[:.]\d+)?|[a-z]+|[.,;!?\n\u3002\u3001]/g) ?? [];
  const words: { text: string; clause: number }[] = [];
  let clause = 0;
  for (const piece of pieces.slice(0, maxWords)) {
    if (/^[a-z\d]/.test(piece)) words.push({ text: piece, clause });
    else clause += 1;
  }
  return joinNumbers(words).map((word) => ({ ...word, forms: formsOf(word.text) }));
}
