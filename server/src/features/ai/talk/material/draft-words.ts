import { maxMaterialWords, type MaterialWord } from '@kaike/shared/domain/catalog/courses/lesson-material';
import { lookUp } from '../words/glossary/glossary.ts';
import { canAsk } from './review-scene.ts';
import { basicWords } from './basic-words.ts';

/** Sentences of a text; subtitles have line breaks within them. */
const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.!?…])\s+/)
    .map((one) => one.trim())
    .filter((one) => /[a-z]/i.test(one));

type Candidate = MaterialWord & { lemma: string; times: number; at: number };

/** What is said more often is worth more; a longer word is rarer. */
const worth = ({ times, lemma }: Candidate): number => Math.min(times, 4) + lemma.length / 3;

/**
 * Words of a lesson that are worth a question: in the glossary, so that their Chinese is known, not basic, each in the first sentence that
 * shows it. In the order of the lesson.
 */
export async function draftWords(text: string): Promise<MaterialWord[]> {
  const candidates = new Map<string, Candidate>();
  for (const sentence of sentencesIn(text))
    for (const [token] of sentence.matchAll(/[A-Za-z]+(?:['’][a-z]+)?/g)) {
      const word = token.toLowerCase();
      if (word.length < 4 || !/^[a-z]+$/.test(word)) continue;
      const entry = await lookUp(word);
      if (!entry || basicWords.has(entry.lemma) || basicWords.has(word)) continue;
      const existing = candidates.get(entry.lemma);
      if (existing) existing.times += 1;
      const candidate = { text: word, zh: entry.gloss, sentence, lemma: entry.lemma, times: 1, at: candidates.size };
      if (!existing && canAsk(candidate)) candidates.set(entry.lemma, candidate);
    }
  return [...candidates.values()]
    .toSorted((a, b) => worth(b) - worth(a))
    .slice(0, maxMaterialWords)
    .toSorted((a, b) => a.at - b.at)
    .map(({ text: word, zh, sentence }) => ({ text: word, zh, sentence }));
}
