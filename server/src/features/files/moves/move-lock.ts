import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

const lock = sql`hashtext('file_moves')`;

/**
 * Runs what moves files alone in the whole installation: two movers of one file could remove each other's copy. False when
 * another process is at it. The lock belongs to a connection, so it goes with the process.
 */
export async function moveAlone(db: Db, work: () => Promise<void>): Promise<boolean> {
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${lock}) as taken`.execute(connection);
    if (rows[0]?.taken !== true) return false;
    try {
      await work();
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(connection);
    }
  });
}

/** As `moveAlone`, until the transaction ends: false when another process is at it. */
export async function lockMoves(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`.execute(trx);
  return rows[0]?.taken === true;
}
