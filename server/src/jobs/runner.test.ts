import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { addJob } from '../core/job.ts';
import { freeJobs } from './runner.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const waiting = async (): Promise<number> =>
  (await sql`select 1 from graphile_worker.jobs where key like 'killed-%'`.execute(app.ctx.db)).rows.length;

it('resumes the job of a killed server, and what waited behind it in its queue', async () => {
  const { db } = app.ctx;
  for (const key of ['killed-1', 'killed-2']) await addJob(db, 'sweep', {}, { key, queue: 'killed' });
  await sql`with dead as (update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-dead', attempts = 1 where key = 'killed-1' returning job_queue_id)
    update graphile_worker._private_job_queues q set locked_at = now(), locked_by = 'worker-dead' from dead where q.id = dead.job_queue_id`.execute(
    db,
  );
  await app.runJobs();
  expect(await waiting()).toBe(2);
  await freeJobs(app.ctx);
  await app.runJobs();
  expect(await waiting()).toBe(0);
});
