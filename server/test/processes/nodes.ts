import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Context } from '../../src/core/context.ts';
import type { Connection } from '../../src/db/pool.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { connectionOf, kill, startProcess } from './kill.ts';

export type Nodes = {
  app: TestApp;
  /** Starts a separate process that runs the jobs of the test's database. */
  start: (connection?: Connection) => Promise<ChildProcess>;
  /** Adds the job `held`, runs the work while a node executes that job, blocked by a lock, and releases the lock. */
  whileHeld: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether `held` is still queued, and whether a worker has locked it. */
  held: () => Promise<{ waits: boolean; is_taken: boolean }>;
};

async function readHeld({ db }: Context): Promise<{ waits: boolean; is_taken: boolean }> {
  const {
    rows: [job],
  } = await sql<{
    is_taken: boolean;
  }>`select locked_by is not null as is_taken from graphile_worker.jobs where key = 'held'`.execute(db);
  return { waits: job !== undefined, is_taken: job?.is_taken ?? false };
}

async function whileHeld<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const { db } = ctx;
  return db.transaction().execute(async (trx) => {
    // The job waits for this lock.
    await sql`lock table captcha_challenges in access exclusive mode`.execute(trx);
    await sql`select graphile_worker.add_job('sweep', job_key => 'held')`.execute(db);
    await expect.poll(async () => (await readHeld(ctx)).is_taken).toBe(true);
    return work();
  });
}

/** Gives each test of a file its own server, and kills the nodes it started. */
export function useNodes(): Nodes {
  let app: TestApp;
  let children: ChildProcess[];
  beforeEach(async () => {
    app = await startTestApp();
    children = [];
  });
  afterEach(async () => {
    for (const child of children) await kill(child);
    await app.close();
  });
  return {
    get app() {
      return app;
    },
    async start(connection = connectionOf(app.ctx)) {
      const child = startProcess(resolve(import.meta.dirname, '../../src/jobs/jobs.fixture.ts'));
      children.push(child);
      child.send({ config: app.ctx.config, connection });
      await once(child, 'message');
      return child;
    },
    whileHeld: (work) => whileHeld(app.ctx, work),
    held: () => readHeld(app.ctx),
  };
}

/** Starts a node, lets it take the job `held`, and kills it in the middle; returns the node's id. */
export async function killJobHolder(nodes: Nodes): Promise<string | undefined> {
  const child = await nodes.start();
  return nodes.whileHeld(async () => {
    const {
      rows: [node],
    } = await sql<{
      id: string;
    }>`select n.id from nodes n join graphile_worker.jobs j on j.locked_by = any(n.workers) where j.key = 'held'`.execute(
      nodes.app.ctx.db,
    );
    await kill(child);
    return node?.id;
  });
}
