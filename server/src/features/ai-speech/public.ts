export { eraseSpeeches } from './ai-speech.jobs.ts';
export { findSound } from './find-sound.ts';
export { presentSpoken } from './present-spoken.ts';
