import { sql } from 'kysely';
import { fileMoveState, type FileMoveState } from '@kaike/shared/domain/catalog/media/file-move-state';
import type { Db } from '../../../../db/pool.ts';

export type MoveRow = {
  id: number;
  target: string;
  state: FileMoveState;
  total: number;
  moved: number;
  failed: number;
  after_key: string;
  reason: string;
  started_by: string;
  created_at: Date;
  ended_at: Date | null;
};

const { running, paused, stopped, done, undone } = fileMoveState;
/** A move that can still go on. */
export const openStates: readonly FileMoveState[] = [running, paused, stopped];
/** Failures that are listed by name; all are counted. */
const maxListed = 200;

const columns = sql`id, target, state, total, moved, failed, after_key, reason, started_by, created_at, ended_at`;

export async function findLatest(db: Db): Promise<MoveRow | null> {
  const { rows } = await sql<MoveRow>`select ${columns} from file_moves order by id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Whether a move waits for somebody because the storage failed. */
export async function hasStoppedMove({ db }: { db: Db }): Promise<boolean> {
  return (await findLatest(db))?.state === stopped;
}

export async function findMove(db: Db, id: number): Promise<MoveRow | null> {
  const { rows } = await sql<MoveRow>`select ${columns} from file_moves where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function findFailures(db: Db, id: number, limit: number): Promise<{ key: string; reason: string }[]> {
  const { rows } = await sql<{ key: string; reason: string }>`select key, reason from file_move_failures
    where move_id = ${id} order by key limit ${limit}`.execute(db);
  return rows;
}

type NewMove = Pick<MoveRow, 'target' | 'total' | 'started_by'> & { now: Date };

/** Null when another move is open. */
export async function insertMove(trx: Db, { target, total, started_by, now }: NewMove): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`insert into file_moves (target, total, started_by, created_at, updated_at)
    values (${target}, ${total}, ${started_by}, ${now}, ${now}) on conflict do nothing returning id`.execute(trx);
  return rows[0]?.id ?? null;
}

/** From the beginning again: what was moved is passed over, what failed is tried once more. */
export async function reopenMove(trx: Db, { id, remaining, now }: { id: number; remaining: number; now: Date }) {
  await sql`delete from file_move_failures where move_id = ${id}`.execute(trx);
  await sql`update file_moves set state = ${running}, after_key = '', failed = 0, reason = '', total = moved + ${remaining}::int,
    updated_at = ${now}, ended_at = null where id = ${id}`.execute(trx);
}

export async function setState(
  db: Db,
  {
    id,
    from,
    to,
    now,
    reason = '',
  }: { id: number; from: FileMoveState; to: FileMoveState; now: Date; reason?: string },
): Promise<boolean> {
  const ended = to === done || to === undone ? now : null;
  const { numAffectedRows } = await sql`update file_moves set state = ${to}, reason = ${reason}, updated_at = ${now},
    ended_at = ${ended}::timestamptz where id = ${id} and state = ${from}`.execute(db);
  return numAffectedRows === 1n;
}

/** Notes one file; false when the move is to go no further. */
export async function recordFile(
  db: Db,
  { id, key, failure, now }: { id: number; key: string; failure: string | null; now: Date },
): Promise<boolean> {
  const [moved, failed] = failure === null ? [1, 0] : [0, 1];
  const { rows } = await sql<{ state: FileMoveState; failed: number }>`update file_moves
    set moved = moved + ${moved}::int, failed = failed + ${failed}::int, total = greatest(total, moved + failed + 1),
      after_key = ${key}, updated_at = ${now} where id = ${id} returning state, failed`.execute(db);
  const [row] = rows;
  if (row && failure !== null && row.failed <= maxListed)
    await sql`insert into file_move_failures (move_id, key, reason) values (${id}, ${key}, ${failure})
      on conflict (move_id, key) do update set reason = excluded.reason`.execute(db);
  return row?.state === running;
}
