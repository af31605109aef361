import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from './pool.ts';

const stateKey = 'hidden_names';

/**
 * The channel of messages between nodes. PostgreSQL lets everybody listen and send on every channel, so only its name, which plugins cannot
 * read, keeps them out.
 */
export async function findChannel(pool: pg.Pool): Promise<string> {
  const table = await pool.query<{ exists: boolean }>("select to_regclass('public.app_state') is not null as exists");
  if (!table.rows[0]?.exists) return 'kaike';
  const { rows } = await pool.query<{ name: string }>("select value #>> '{}' as name from app_state where key = $1", [
    stateKey,
  ]);
  return rows[0] ? `kaike_${rows[0].name.slice(0, 32)}` : 'kaike';
}

/** The number of a lock; PostgreSQL lets everybody take every lock, so plugins must not be able to compute it. */
const numberOf = (name: string) =>
  sql`hashtextextended(${name}, coalesce((select hashtextextended(value #>> '{}', 0) from app_state where key = ${stateKey}), 0))`;

/** Waits until nobody else holds the lock of this name, and holds it until the transaction ends. */
export async function lockUntilCommit(trx: Db, name: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${numberOf(name)})`.execute(trx);
}

/** The same without waiting: false when another one holds it. */
export async function tryLockUntilCommit(trx: Db, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${numberOf(name)}) as taken`.execute(
    trx,
  );
  return rows[0]?.taken === true;
}

/** Runs `work` while this connection holds the lock of this name; false, and nothing was run, when another one holds it. */
export async function runLocked(connection: Db, name: string, work: () => Promise<void>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_lock(${numberOf(name)}) as taken`.execute(
    connection,
  );
  if (rows[0]?.taken !== true) return false;
  try {
    await work();
    return true;
  } finally {
    await sql`select pg_advisory_unlock(${numberOf(name)})`.execute(connection);
  }
}
