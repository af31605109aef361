import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import {
  Logger,
  parseCronItems,
  run,
  runMigrations,
  type ParsedCronItem,
  type Runner,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Context } from '../core/context.ts';
import { jobPriority, lanes, type AnyJob, type Lane } from '../core/job.ts';
import { forkPool } from '../db/pool.ts';
import { jobs } from './index.ts';
import { joinNodes, type Node } from './nodes.ts';
import { steadyPool } from './steady-pool.ts';

const laneOf = ({ lane = 'own' }: AnyJob): Lane => lane;
const laneNames = Object.keys(lanes) as Lane[];

function taskList(ctx: Context, lane: Lane): TaskList {
  return Object.fromEntries(
    jobs
      .filter((job) => laneOf(job) === lane)
      .map((job) => [
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
/** How often a worker looks for jobs whose time has come; of new ones it is told. What people wait for is in the first lane. */
const pollMs = (lane: Lane): number => (lane === 'own' ? 2000 : 10_000);

/** Every job with a time of its own, whatever its lane: one runner adds them all. */
const timedJobs = (): ParsedCronItem[] =>
  parseCronItems(
    jobs
      .filter((job) => job.cron)
      .map((job) => ({
        task: job.name,
        match: job.cron ?? '',
        options: {
          backfillPeriod: 0,
          ...(job.is_long ? { priority: jobPriority.later, queueName: `long:${laneOf(job)}` } : {}),
        },
      })),
  );

type Start = { ctx: Context; pool: pg.Pool; node: Node; lane: Lane };

type Lifetime = { onLostWorker: () => void; over: AbortSignal };

function startRunner({ ctx, pool, node, lane }: Start, { onLostWorker, over }: Lifetime): Promise<Runner> {
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
    pgPool: steadyPool(pool, { log: ctx.log, over }),
    concurrency: lanes[lane],
    noHandleSignals: true,
    logger,
    events,
    taskList: taskList(ctx, lane),
    pollInterval: pollMs(lane),
    preset: { plugins: [membership] },
    parsedCronItems: lane === 'own' ? timedJobs() : [],
  });
}

type Running = { runner: Runner; over: AbortController; spent: Promise<void> };

const stopRunner = async ({ runner, over }: Pick<Running, 'runner' | 'over'>): Promise<void> => {
  over.abort();
  await runner.stop().catch(() => undefined); // it may have stopped already
};

/** Resolves when the runner can do no more work, for whatever reason; the runner is then stopped. */
async function untilSpent(
  running: Pick<Running, 'runner' | 'over'>,
  lostWorker: Promise<void>,
  ctx: Context,
): Promise<void> {
  const { runner } = running;
  await Promise.race([runner.promise, lostWorker]).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'background jobs stopped'),
  );
  void runner.promise.catch(() => undefined);
  void stopRunner(running);
}

type Stop = () => Promise<void>;

/** Runs the jobs of one lane until stopped. A runner that lost the database is replaced as soon as the database is back. */
async function startLane(start: Start): Promise<Stop> {
  const stopping = new AbortController();
  const begin = async (): Promise<Running> => {
    let lose = (): void => undefined;
    const lostWorker = new Promise<void>((resolve) => {
      lose = resolve;
    });
    const over = new AbortController();
    const runner = await startRunner(start, { onLostWorker: lose, over: over.signal });
    return { runner, over, spent: untilSpent({ runner, over }, lostWorker, start.ctx) };
  };
  const beginAgain = async (): Promise<Running | null> => {
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
      if (stopping.signal.aborted) await stopRunner(current);
      await current.spent;
      current = stopping.signal.aborted ? null : await beginAgain();
    }
  };
  const running = keepRunning();
  return async () => {
    stopping.abort();
    if (current) await stopRunner(current);
    await running;
  };
}

/** Each lane listens on a connection of its own, and its workers take jobs over a few that they share. */
const jobConnections = laneNames.length + 3;

/** Runs background jobs until stopped, each lane by itself; a stop lets running ones finish. */
export async function startJobs(ctx: Context, role: 'all' | 'jobs' = 'all'): Promise<{ stop: Stop }> {
  const node = await joinNodes(ctx, role);
  const pool = forkPool(ctx.pool, jobConnections, (error) =>
    ctx.log.warn({ err: error }, 'idle database connection of the jobs lost'),
  );
  pool.on('connect', ctx.database.add);
  const stops = await Promise.all(laneNames.map((lane) => startLane({ ctx, pool, node, lane })));
  return {
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
      await node.leave();
      await pool.end();
    },
  };
}
