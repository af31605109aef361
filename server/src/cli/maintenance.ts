import type pg from 'pg';
import { OperatorError } from '../db/operator-error.ts';

async function explainMissingTable(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === '42P01')
      throw new OperatorError('The database has no tables yet; run kaike migrate first.', { cause });
    throw cause;
  }
}

/** Starts maintenance: every node shows everybody the maintenance page. */
export async function beginMaintenance(pool: pg.Pool, message: string | null): Promise<void> {
  const value = { down: true, message, since: new Date().toISOString() };
  await explainMissingTable(
    pool.query(
      `insert into app_state (key, value) values ('maintenance', $1)
     on conflict (key) do update set value = excluded.value, updated_at = now()`,
      [JSON.stringify(value)],
    ),
  );
}

/** Ends maintenance; returns false when there was none. */
export async function endMaintenance(pool: pg.Pool): Promise<boolean> {
  let ended = false;
  await explainMissingTable(
    pool.query("delete from app_state where key = 'maintenance'").then(({ rowCount }) => {
      ended = rowCount === 1;
    }),
  );
  return ended;
}
