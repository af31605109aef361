import type pg from 'pg';

/** Minutes after which a job that is due should have begun. */
export const waitingMinutes = 10;

/** Videos wait for each other as long as they take: the lane `media`. */
const patientJobs = ['process-media', 'add-smaller-video'];

export type WaitingJob = { name: string; count: number; since: Date };

/** Jobs that have been due for longer than that and did not begin, by name, the oldest first. */
export async function listWaitingJobs(pool: pg.Pool): Promise<WaitingJob[]> {
  const { rows } = await pool.query<WaitingJob>(
    `select task_identifier as name, count(*)::int as count, min(run_at) as since from graphile_worker.jobs
    where locked_at is null and attempts < max_attempts and run_at < now() - make_interval(mins => $1) and task_identifier <> all($2::text[])
    group by 1 order by 3`,
    [waitingMinutes, patientJobs],
  );
  return rows;
}
