import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Db } from '../db/pool.ts';

/** The payload of every job that is added, by its name. Features declare theirs beside the job; what is queued outlives an update. */
// oxlint-disable-next-line typescript/no-empty-object-type -- features add to it by declaration
export interface JobPayloads {}

type PayloadOf<N> = N extends keyof JobPayloads ? JobPayloads[N] : object;

/**
 * Jobs of one lane share its workers and never those of another: what waits for a stranger's server holds up its own lane only.
 * The numbers are the jobs of a lane that one node runs at the same time.
 */
export const lanes = {
  /** The own database and files. */
  own: 3,
  /** Minutes of computing, which must leave a core for requests. */
  media: 1,
  /** Services that the school chose: mail, text messages, payment, AI, storage. */
  vendors: 5,
  plugins: 2,
  webhooks: 3,
} as const;
export type Lane = keyof typeof lanes;

/** Within a lane the lower number comes first: what somebody waits for, what follows from it, and what may take its time. */
export const jobPriority = { first: -10, usual: 0, later: 10 } as const;

/** Background work, such as `Job<'make-cards'>`. It runs at least once, so it must be safe to run again and resume. */
export type Job<N extends string = string> = {
  name: N;
  /** `payload` comes from `addJob`. A thrown error is retried with increasing delays. */
  run: (ctx: Context, payload: PayloadOf<N>) => Promise<void>;
  /** Crontab time (`0 3 * * *`, UTC) for jobs that run by themselves. */
  cron?: string;
  max_attempts?: number;
  /** `own` unless set; required of what calls another server. */
  lane?: Lane;
  /** Work of `cron` that may take minutes and that nobody waits for: in each lane one after the other, so that it holds one worker. */
  is_long?: true;
};

/** A job of any name, for the runner, which passes each its own payload. */
export type AnyJob = Omit<Job, 'run'> & { run: (ctx: Context, payload: never) => Promise<void> };

type Options = {
  key?: string;
  run_at?: Date;
  max_attempts?: number;
  /** Jobs of one queue run one after the other. */ queue?: string;
  /** One of `jobPriority`, or in between; `usual` unless set. */ priority?: number;
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
    priority => ${options.priority ?? jobPriority.usual}::int)`.execute(trx);
}
