import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Db } from '../db/pool.ts';

/** The payload of every job that is added, by its name. Features declare theirs beside the job; what is queued outlives an update. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it by declaration
export interface JobPayloads {}

type PayloadOf<N> = N extends keyof JobPayloads ? JobPayloads[N] : object;

/** Background work, such as `Job<'make-cards'>`. It runs at least once, so it must be safe to run again and resume. */
export type Job<N extends string = string> = {
  name: N;
  /** `payload` comes from `addJob`. A thrown error is retried with increasing delays. */
  run: (ctx: Context, payload: PayloadOf<N>) => Promise<void>;
  /** Crontab time (`0 3 * * *`, UTC) for jobs that run by themselves. */
  cron?: string;
  max_attempts?: number;
};

/** A job of any name, for the runner, which passes each its own payload. */
export type AnyJob = Omit<Job, 'run'> & { run: (ctx: Context, payload: never) => Promise<void> };

type Options = {
  key?: string;
  run_at?: Date;
  max_attempts?: number;
  /** Jobs of one queue run one after the other. */ queue?: string;
  /** Waiting jobs run in this order; default 0, higher is later. */ priority?: number;
};

/** Adds a job inside the caller's transaction: it runs if and only if that commits. A job with the same key is not added twice. */
export async function addJob<N extends keyof JobPayloads>(
  trx: Db,
  name: N,
  payload: JobPayloads[N],
  options: Options = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${options.run_at ?? null}::timestamptz,
    job_key => ${options.key ?? null}, queue_name => ${options.queue ?? null}, max_attempts => ${options.max_attempts ?? 10}::int,
    priority => ${options.priority ?? 0}::int)`.execute(trx);
}
