export { eraseSpeeches } from './speech.jobs.ts';
export { findSound } from './find-sound.ts';
export { presentSpoken } from './present-spoken.ts';
