import type { Db } from '../../db/pool.ts';
import type { Words } from './correct-words.ts';

export { dismissCorrection } from './dismiss-correction.ts';
export { readCorrections, withFixes } from './stored-corrections.ts';

/** Finds what is wrong with a learner's words, and stores it with them. The rules load with the first words. */
export const correctWords = async (trx: Db, words: Words): Promise<void> =>
  (await import('./correct-words.ts')).correctWords(trx, words);
