/** A word of a lesson: as it stands in its sentence, with its Chinese. */
export type MaterialWord = { text: string; zh: string; sentence: string };
export type MaterialPhrase = { text: string; zh: string };

export const maxMaterialWords = 20;
export const maxMaterialPhrases = 8;
const maxSentenceLength = 200;
const maxZhLength = 40;

/** One to four English words, small letters only: what an answer can be compared with. */
const wordPattern = /^[a-z]+(?: [a-z]+){0,3}$/;
const gap = '____';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The sentence with a gap for the word; null when the word is not in it. */
export function sentenceWithGap({ text, sentence }: Pick<MaterialWord, 'text' | 'sentence'>): string | null {
  const place = new RegExp(`(?<![\\p{L}'])${escaped(text)}(?![\\p{L}'])`, 'iu');
  return place.test(sentence) ? sentence.replace(place, gap) : null;
}

/** Whether a word can be asked for: in a sentence that has it, without signs that scripts give a meaning. */
export const isAskable = (word: MaterialWord): boolean =>
  word.text.length <= 40 &&
  wordPattern.test(word.text) &&
  word.zh.trim() !== '' &&
  word.zh.length <= maxZhLength &&
  word.sentence.length <= maxSentenceLength &&
  !/[{}]/.test(word.zh + word.sentence) &&
  sentenceWithGap(word) !== null;

export const isPhrase = ({ text, zh }: MaterialPhrase): boolean =>
  text.trim() !== '' && text.length <= maxSentenceLength && zh.length <= maxSentenceLength && !/[{}]/.test(text + zh);
