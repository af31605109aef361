import { runLocked, tryLockUntilCommit } from '../../../../db/hidden-names.ts';
import type { Db } from '../../../../db/pool.ts';

const lock = 'file_moves';

/**
 * Runs what moves files alone in the whole installation: two movers of one file could remove each other's copy. False when
 * another process is at it. The lock belongs to a connection, so it goes with the process.
 */
export const moveAlone = (db: Db, work: () => Promise<void>): Promise<boolean> =>
  db.connection().execute((connection) => runLocked(connection, lock, work));

/** As `moveAlone`, until the transaction ends: false when another process is at it. */
export const lockMoves = (trx: Db): Promise<boolean> => tryLockUntilCommit(trx, lock);
