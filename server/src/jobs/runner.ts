import { Logger, parseCronItems, run, runMigrations, type Runner, type TaskList } from 'graphile-worker';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { jobs } from './index.ts';

/** Jobs of one node at a time; heavy ones (video, printing) must leave a core for requests. */
const concurrency = 2;

function taskList(ctx: Context): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [
      job.name,
      async (payload: unknown) => {
        const started = Date.now();
        await job.run(ctx, (payload ?? {}) as Record<string, unknown>);
        ctx.log.info({ job: job.name, ms: Date.now() - started }, 'job done');
      },
    ]),
  );
}

/** Prepares the job tables; needed before anything adds a job. */
export async function migrateJobs(ctx: Pick<Context, 'pool'>): Promise<void> {
  await runMigrations({ pgPool: ctx.pool, logger: new Logger(() => () => undefined) });
}

/**
 * Gives back what a killed server had under way, with its queues; left alone, each waits for four hours. Only where no
 * other server runs jobs of this database: before this one's own begin.
 */
export async function freeJobs({ db }: Pick<Context, 'db'>): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`.execute(db);
}

const restartAfterMs = 2000;

async function startRunner(ctx: Context): Promise<Runner> {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') ctx.log.error({ source: 'jobs' }, message);
  });
  return run({
    pgPool: ctx.pool, concurrency, noHandleSignals: true, logger, taskList: taskList(ctx), pollInterval: 2000,
    parsedCronItems: parseCronItems(jobs.filter((job) => job.cron).map((job) => ({ task: job.name, match: job.cron ?? '', options: { backfillPeriod: 0 } }))),
  });
}

/** Runs background jobs until stopped; a stop lets running ones finish. A runner that lost the database is started anew. */
export async function startJobs(ctx: Context): Promise<{ stop: () => Promise<void> }> {
  let isStopped = false;
  let timer: NodeJS.Timeout | null = null;
  let runner: Runner | null = null;
  const keepRunning = async (): Promise<void> => {
    runner = await startRunner(ctx);
    void runner.promise.catch((error: unknown) => ctx.log.error({ err: error }, 'background jobs stopped')).finally(() => {
      if (!isStopped) timer = setTimeout(() => void keepRunning().catch(() => undefined), restartAfterMs);
    });
  };
  await keepRunning();
  return {
    stop: async () => {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await runner?.stop().catch(() => undefined); // It has stopped by itself already.
    },
  };
}
