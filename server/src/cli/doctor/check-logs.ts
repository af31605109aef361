import type pg from 'pg';
import { createDb } from '../../db/pool.ts';
import { verifyChain } from '../../features/logs/public.ts';
import { fail, ok, type Finding } from './check.ts';

/** Whether every entry of the operation log is as it was written. */
export async function checkLogs(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('public.log_chain') is not null as known");
  if (!known.rows[0]?.known) return [];
  const { is_intact: isIntact, checked, last_id: lastId, broken_id: brokenId } = await verifyChain(createDb(pool));
  if (isIntact) return [ok(`The operation log is intact: ${checked} entries, up to number ${lastId}`)];
  const text = brokenId === null ? `The operation log was cut off behind number ${lastId}` : `The operation log was changed at number ${brokenId}`;
  return [fail(text, 'Somebody wrote to the table past the product. Compare it with a backup before anything else.')];
}
