import type { Db } from '../../../db/pool.ts';
import type { LearnerText } from './correct-words.ts';
import type { addCorrections as add, parseModelCorrections as read } from './model-corrections.ts';
import type { StoredCorrection } from './stored-corrections.ts';

export { dismissCorrection } from './dismiss-correction.ts';
export { parseCorrections, withFixes } from './stored-corrections.ts';

/** Finds what is wrong with a learner's words, and stores it with them. The rules load with the first words. */
export const correctWords = async (trx: Db, words: LearnerText): Promise<void> =>
  (await import('./correct-words.ts')).correctWords(trx, words);

export type { LearnerText };

const loadModel = () => import('./model-corrections.ts');

export const parseModelCorrections = async (...of: Parameters<typeof read>): Promise<StoredCorrection[]> =>
  (await loadModel()).parseModelCorrections(...of);

export const addCorrections = async (...of: Parameters<typeof add>): Promise<void> =>
  (await loadModel()).addCorrections(...of);
