export { findFailures, findMove, hasStoppedMove } from './moves/file-move.store.ts';
export { beginMove, undoMove } from './moves/steer-move.ts';
export { workMove } from './moves/work-move.ts';
