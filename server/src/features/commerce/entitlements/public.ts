export { describeMoves } from './describe-moves.ts';
export { endOfDay } from './end-of-day.ts';
export { moveFollowers, revoked } from './plan-moves.ts';
export { loadTakenSeconds } from './taken-seconds.read.ts';
export { writeGrant } from './write-grant.ts';
