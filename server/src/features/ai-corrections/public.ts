export { correctWords, dismissCorrection } from './correct-words.ts';
export { readCorrections, withFixes } from './stored-corrections.ts';
