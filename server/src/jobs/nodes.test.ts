import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { killJobHolder, startNode } from '../../test/nodes.ts';
import { startProxy } from '../../test/proxy.ts';
import { connectionOf } from '../../test/kill.ts';
import type { TestConnection } from '../../test/database.ts';
import { freeDeadNodes } from './nodes.ts';

let app: TestApp;
let children: ChildProcess[];

beforeEach(async () => {
  app = await startTestApp();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await app.close();
});

const waiting = async (): Promise<number> => (await sql`select 1 from graphile_worker.jobs where key = 'held'`.execute(app.ctx.db)).rows.length;

it('takes up what a killed node had under way once it has been silent for a minute, and only then', async () => {
  const { db } = app.ctx;
  const node = await killJobHolder(app.ctx, children);
  expect(await freeDeadNodes(db)).toEqual([]);
  await app.runJobs();
  expect(await waiting()).toBe(1);
  await sql`update nodes set seen_at = seen_at - interval '61 seconds'`.execute(db);
  expect(await freeDeadNodes(db)).toEqual([node]);
  expect(await freeDeadNodes(db)).toEqual([]);
  await app.runJobs();
  expect(await waiting()).toBe(0);
});

it('leaves alone what a living node has under way, and old locks of nobody it knows', async () => {
  const { db } = app.ctx;
  await sql`insert into nodes (id, role, version, workers) values (gen_random_uuid(), 'jobs', '0', array['worker-lives'])`.execute(db);
  await sql`select graphile_worker.add_job('sweep', job_key => 'held')`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker-lives', attempts = 1 where key = 'held'`.execute(db);
  expect(await freeDeadNodes(db)).toEqual([]);
  await app.runJobs();
  expect(await waiting()).toBe(1);
});

it('gives back the job of a worker that could not say that it failed, and works on', async () => {
  const { db } = app.ctx;
  const proxy = await startProxy(connectionOf(app.ctx) as TestConnection);
  const child = await startNode(app.ctx, proxy.connection);
  children.push(child);
  // Held by a lock until the way to the database is cut: both the job and the report of its failure are lost.
  await db.transaction().execute(async (trx) => {
    await sql`lock table captcha_challenges in access exclusive mode`.execute(trx);
    await sql`select graphile_worker.add_job('sweep', job_key => 'held')`.execute(db);
    await expect.poll(async () => (await sql`select 1 from graphile_worker.jobs where key = 'held' and locked_by is not null`.execute(db)).rows.length, { timeout: 20_000 }).toBe(1);
    proxy.cut();
    const tries = proxy.tries();
    await expect.poll(() => proxy.tries() - tries, { timeout: 20_000 }).toBeGreaterThan(2);
  });
  proxy.mend();
  await expect.poll(async () => (await sql`select 1 from graphile_worker.jobs where key = 'held' and locked_by is not null`.execute(db)).rows.length, { timeout: 25_000 }).toBe(0);
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await proxy.close();
}, 60_000);
