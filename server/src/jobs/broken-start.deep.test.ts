import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { addJob } from '../core/job.ts';
import { startJobs } from './runner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const waiting = async (prefix: string): Promise<number> =>
  (await sql`select 1 from graphile_worker.jobs where starts_with(key, ${prefix})`.execute(app.ctx.db)).rows.length;

/** Ends the connections that wait for the names of the jobs; returns how many. */
const breakFirstStatement = async (): Promise<number> =>
  (
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%\\_private\\_tasks%'`.execute(
      app.ctx.db,
    )
  ).rows.length;

// The library leaves the rejection of its timetable to nobody here, which ends a run of the tests: a fault to be mended.
it('takes jobs again after the connection broke during the first statement of its workers', async () => {
  const { ctx } = app;
  const running = await ctx.db.transaction().execute(async (trx) => {
    await sql`lock table graphile_worker._private_tasks in access exclusive mode`.execute(trx);
    const started = await startJobs(ctx);
    await expect.poll(breakFirstStatement).toBeGreaterThan(0);
    return started;
  });
  await addJob(ctx.db, 'sweep', {}, { key: 'broken-1' });
  await expect.poll(() => waiting('broken-')).toBe(0);
  await running.stop();
});
