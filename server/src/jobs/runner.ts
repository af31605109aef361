import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type Runner,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { jobs } from './index.ts';
import { joinNodes, type Node } from './nodes.ts';

/** Concurrent jobs per node; heavy ones (video, printing) must leave a core for requests. */
const concurrency = 2;

function taskList(ctx: Context): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const started = Date.now();
        // Each job gets the payload it was added with.
        await job.run(ctx, (payload ?? {}) as never);
        ctx.log.info({ job: job.name, ms: Date.now() - started }, 'job done');
      },
    ]),
  );
}

/**
 * Prepares the job tables; needed before anything adds a job. The library notices a new database by the failure of a
 * statement, which PostgreSQL would log as an error: what that statement reads is made before.
 */
export async function migrateJobs(ctx: Pick<Context, 'pool'>): Promise<void> {
  const { rows } = await ctx.pool.query<{ isNew: boolean }>(
    `select to_regclass('graphile_worker.migrations') is null as "isNew"`,
  );
  if (rows[0]?.isNew)
    await ctx.pool.query(`
      create schema if not exists graphile_worker;
      create table if not exists graphile_worker.migrations
        (id int primary key, ts timestamptz not null default now(), breaking boolean not null default false)`);
  await runMigrations({ pgPool: ctx.pool, logger: new Logger(() => () => undefined) });
}

/**
 * Releases the jobs and queues of a killed server, which would otherwise stay locked for four hours. Only where no other
 * server runs jobs of this database, and before this one starts its own.
 */
export async function freeJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(
    db,
  );
}

const restartAfterMs = 2000;

function startRunner(ctx: Context, node: Node, onLostWorker: () => void): Promise<Runner> {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') ctx.log.error({ source: 'jobs' }, message);
  });
  const events: WorkerEvents = new EventEmitter();
  const lose = ({ worker }: { worker: Worker }): void => {
    node.loseWorker(worker.workerId);
    onLostWorker();
  };
  // A worker ends for good when the database goes away before it can release its job.
  events.on('worker:fatalError', lose);
  // One that could not read its next job may hold it all the same; and if its first statement failed, the library
  // remembers that failure and none of the runner's workers ever reads a job again.
  events.on('worker:getJob:error', lose);
  const membership = {
    name: 'kaike-nodes',
    version: '1.0.0',
    worker: {
      hooks: { startWorker: (_ctx: unknown, { worker }: { worker: Worker }) => node.addWorker(worker.workerId) },
    },
  };
  return run({
    pgPool: ctx.pool,
    concurrency,
    noHandleSignals: true,
    logger,
    events,
    taskList: taskList(ctx),
    pollInterval: 2000,
    preset: { plugins: [membership] },
    parsedCronItems: parseCronItems(
      jobs
        .filter((job) => job.cron)
        .map((job) => ({ task: job.name, match: job.cron ?? '', options: { backfillPeriod: 0 } })),
    ),
  });
}

/** Resolves when the runner can do no more work, for whatever reason; the runner is then stopped. */
async function untilSpent(runner: Runner, lostWorker: Promise<void>, ctx: Context): Promise<void> {
  await Promise.race([runner.promise, lostWorker]).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'background jobs stopped'),
  );
  void runner.promise.catch(() => undefined);
  void runner.stop().catch(() => undefined); // it may have stopped already
}

/** Runs background jobs until stopped; a stop lets running ones finish. A runner that lost the database is replaced as soon as the database is back. */
export async function startJobs(ctx: Context, role: 'all' | 'jobs' = 'all'): Promise<{ stop: () => Promise<void> }> {
  const node = await joinNodes(ctx, role);
  const stopping = new AbortController();
  const begin = async (): Promise<{ runner: Runner; spent: Promise<void> }> => {
    let lose = (): void => undefined;
    const lostWorker = new Promise<void>((resolve) => {
      lose = resolve;
    });
    const runner = await startRunner(ctx, node, lose);
    return { runner, spent: untilSpent(runner, lostWorker, ctx) };
  };
  const beginAgain = async (): Promise<{ runner: Runner; spent: Promise<void> } | null> => {
    while (!stopping.signal.aborted) {
      await wait(restartAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      const next = stopping.signal.aborted ? null : await begin().catch(() => null); // the database is still away, which is logged elsewhere
      if (next) return next;
    }
    return null;
  };
  let current: Awaited<ReturnType<typeof beginAgain>> = await begin();
  const keepRunning = async (): Promise<void> => {
    while (current) {
      if (stopping.signal.aborted) await current.runner.stop().catch(() => undefined);
      await current.spent;
      current = stopping.signal.aborted ? null : await beginAgain();
    }
  };
  const running = keepRunning();
  return {
    stop: async () => {
      stopping.abort();
      await current?.runner.stop().catch(() => undefined);
      await running;
      await node.leave();
    },
  };
}
