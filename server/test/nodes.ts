import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Context } from '../src/context.ts';
import type { Connection } from '../src/db/pool.ts';
import { connectionOf, startProcess } from './kill.ts';

/** A process of its own that runs the jobs of the test's database. */
export async function startNode(ctx: Context, connection: Connection = connectionOf(ctx)): Promise<ChildProcess> {
  const child = startProcess(resolve(import.meta.dirname, '../src/jobs/jobs.fixture.ts'));
  child.send({ config: ctx.config, connection });
  await once(child, 'message');
  return child;
}

/** Starts a node, lets it take the job `held`, and kills it in the middle; the id of the node. */
export async function killJobHolder(ctx: Context, children: ChildProcess[]): Promise<string> {
  const child = await startNode(ctx);
  children.push(child);
  return ctx.db.transaction().execute(async (trx) => {
    // The job waits for this lock.
    await sql`lock table captcha_challenges in access exclusive mode`.execute(trx);
    await sql`select graphile_worker.add_job('sweep', job_key => 'held')`.execute(ctx.db);
    await expect.poll(async () => (await sql`select 1 from graphile_worker.jobs where key = 'held' and locked_by is not null`.execute(ctx.db)).rows.length, { timeout: 20_000 }).toBe(1);
    const { rows: [node] } = await sql<{ id: string }>`select n.id from nodes n join graphile_worker.jobs j on j.locked_by = any(n.workers) where j.key = 'held'`.execute(ctx.db);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    return node?.id ?? 'none';
  });
}
