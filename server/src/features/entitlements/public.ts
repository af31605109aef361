export { endOfDay } from './end-of-day.ts';
export { readTakenSeconds } from './taken-seconds.read.ts';
export { writeGrant } from './write-grant.ts';
