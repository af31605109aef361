import type pg from 'pg';
import { ok, warn, type Finding } from './check.ts';

/** Background work that was given up after its last attempt. */
export async function checkJobs(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('graphile_worker.jobs') is not null as known");
  if (!known.rows[0]?.known) return [];
  const { rows } = await pool.query<{ name: string; count: number }>(
    'select task_identifier as name, count(*) as count from graphile_worker.jobs where attempts >= max_attempts group by 1 order by 1',
  );
  if (rows.length === 0) return [ok('No background job failed for good')];
  const names = rows.map(({ name, count }) => `${name} (${count})`).join(', ');
  return [
    {
      ...warn(`Background jobs failed after their last attempt: ${names}`, 'Fix the cause, then run them again.'),
      repair: 'jobs',
    },
  ];
}
