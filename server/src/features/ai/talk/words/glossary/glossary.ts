import { basesOf } from '../bases.ts';

/** Read when the first word is looked up: not every node has talks. */
const readWords = async (): Promise<ReadonlyMap<string, string>> => (await import('./words.ts')).words;

/** A common English word in small letters, or the base of a form of it, with its Chinese; null when the glossary has neither. */
export async function lookUp(word: string): Promise<{ lemma: string; gloss: string } | null> {
  const words = await readWords();
  for (const lemma of [word, ...basesOf(word)]) {
    const gloss = words.get(lemma);
    if (gloss !== undefined) return { lemma, gloss };
  }
  return null;
}
