import type { ChildProcess } from 'node:child_process';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../test/app.ts';
import { killJobHolder, startNode } from '../../test/nodes.ts';

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

it('takes up the job of a killed node within 90 seconds, by a node that was there before', async () => {
  children.push(await startNode(app.ctx));
  // Stands still meanwhile, so that it is not the one that takes the job.
  for (const child of children) child.kill('SIGSTOP');
  await killJobHolder(app.ctx, children);
  for (const child of children) child.kill('SIGCONT');
  await expect.poll(async () => (await sql`select 1 from graphile_worker.jobs where key = 'held'`.execute(app.ctx.db)).rows.length, { timeout: 90_000 }).toBe(0);
}, 180_000);
