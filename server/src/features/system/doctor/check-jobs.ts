import type pg from 'pg';
import { listWaitingJobs, waitingMinutes } from './waiting-jobs.ts';
import { ok, warn, type Finding } from './check.ts';

async function checkWaiting(pool: pg.Pool): Promise<Finding> {
  const waiting = await listWaitingJobs(pool);
  const [oldest] = waiting;
  if (!oldest) return ok(`No background job has waited for over ${waitingMinutes} minutes`);
  const names = waiting.map(({ name, count }) => `${name} (${count})`).join(', ');
  return warn(
    `Background jobs have waited for over ${waitingMinutes} minutes, the oldest since ${oldest.since.toISOString()}: ${names}`,
    'If the server runs, see its log for the service they wait for; otherwise start it.',
  );
}

async function checkFailed(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; count: number }>(
    'select task_identifier as name, count(*) as count from graphile_worker.jobs where attempts >= max_attempts group by 1 order by 1',
  );
  if (rows.length === 0) return ok('No background job failed for good');
  const names = rows.map(({ name, count }) => `${name} (${count})`).join(', ');
  return {
    ...warn(`Background jobs failed after their last attempt: ${names}`, 'Fix the cause, then run them again.'),
    repair: 'jobs',
  };
}

/** Background work that was given up after its last attempt, or that waits for too long. */
export async function checkJobs(pool: pg.Pool): Promise<Finding[]> {
  const known = await pool.query<{ known: boolean }>("select to_regclass('graphile_worker.jobs') is not null as known");
  if (!known.rows[0]?.known) return [];
  return [await checkFailed(pool), await checkWaiting(pool)];
}
