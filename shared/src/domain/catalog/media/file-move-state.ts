import type { ValueIn } from '../../status.ts';

/** A move of all files to another storage. `stopped` by itself, for a reason; `paused` by a person. */
export const fileMoveState = { running: 1, paused: 2, stopped: 3, done: 4, undone: 5 } as const;
export type FileMoveState = ValueIn<typeof fileMoveState>;
