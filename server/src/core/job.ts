import { sql } from 'kysely';
import type { Context } from './context.ts';
import type { Db } from '../db/pool.ts';

/** Background work. It runs at least once, so it must be safe to run again and resume. */
export type Job = {
  name: string;
  /** `payload` is what `addJob` was given. A thrown error is retried with increasing delays. */
  run: (ctx: Context, payload: Record<string, unknown>) => Promise<void>;
  /** Crontab time (`0 3 * * *`, UTC) for jobs that run by themselves. */
  cron?: string;
  max_attempts?: number;
};

type Options = {
  key?: string;
  run_at?: Date;
  max_attempts?: number;
  /** Jobs of one queue run one after the other. */ queue?: string;
  /** Waiting jobs run in this order; default 0, higher is later. */ priority?: number;
};

/** Adds a job inside the caller's transaction: it runs if and only if that commits. A job with the same key is not added twice. */
export async function addJob(
  trx: Db,
  name: string,
  payload: Record<string, unknown>,
  options: Options = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, run_at => ${options.run_at ?? null}::timestamptz,
    job_key => ${options.key ?? null}, queue_name => ${options.queue ?? null}, max_attempts => ${options.max_attempts ?? 10}::int,
    priority => ${options.priority ?? 0}::int)`.execute(trx);
}
