import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { addJob } from '../core/job.ts';
import { freeJobs, startJobs } from './runner.ts';

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

it('resumes the job of a killed server, and what waited behind it in its queue', async () => {
  const { db } = app.ctx;
  for (const key of ['killed-1', 'killed-2']) await addJob(db, 'sweep', {}, { key, queue: 'killed' });
  await sql`with dead as (update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-dead', attempts = 1 where key = 'killed-1' returning job_queue_id)
    update graphile_worker._private_job_queues q set locked_at = now(), locked_by = 'worker-dead' from dead where q.id = dead.job_queue_id`.execute(
    db,
  );
  await app.runJobs();
  expect(await waiting('killed-')).toBe(2);
  await freeJobs(app.ctx);
  await app.runJobs();
  expect(await waiting('killed-')).toBe(0);
});

it('takes jobs again after the disk of the database was full', async () => {
  const { ctx } = app;
  await sql`create function refuse_as_full() returns trigger language plpgsql as $$
    begin raise exception using errcode = '53100', message = 'could not extend file: No space left on device'; end $$`.execute(
    ctx.db,
  );
  await sql`create trigger full_disk before update on graphile_worker._private_jobs for each row execute function refuse_as_full()`.execute(
    ctx.db,
  );
  await addJob(ctx.db, 'sweep', {}, { key: 'full-1' });
  const failures: unknown[] = [];
  const running = await startJobs({
    ...ctx,
    log: { ...ctx.log, error: (...line: unknown[]) => void failures.push(line) } as typeof ctx.log,
  });
  await expect.poll(() => failures.length).toBeGreaterThan(0);
  expect(await waiting('full-')).toBe(1);
  await sql`drop trigger full_disk on graphile_worker._private_jobs`.execute(ctx.db);
  await expect.poll(() => waiting('full-')).toBe(0);
  await running.stop();
});

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
