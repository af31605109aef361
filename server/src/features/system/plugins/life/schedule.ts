import type { PluginJob, PluginManifest } from '@kaike/shared/domain/system/plugins/plugin-manifest';
import { defaultTimeZone, fromWallTime, toWallTime } from '@kaike/shared/kit/zoned-time';
import { addJob } from '../../../../core/job.ts';
import type { Db } from '../../../../db/pool.ts';

declare module '../../../../core/job.ts' {
  interface JobPayloads {
    /** Adds its own next run. */
    'plugin-job': { plugin: string; job: string };
    /** Added by the triggers of migration 0125 as well (`add_webhook_messages`). */
    'plugin-hook': { plugin: string; event: string; data: unknown };
  }
}

const daysOfWeek = 7;

/** Monday is 1, Sunday 7. */
const weekdayOf = ({ year, month, day }: { year: number; month: number; day: number }): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() || daysOfWeek;

/** The next time of a job after a moment, by the clock of the school. */
export function nextRun({ weekday, hour, minute }: PluginJob, after: Date): Date {
  const today = toWallTime(after, defaultTimeZone);
  for (let ahead = 0; ; ahead += 1) {
    const date = new Date(Date.UTC(today.year, today.month - 1, today.day + ahead));
    const wall = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    const moment = fromWallTime({ ...wall, hour, minute, second: 0 }, defaultTimeZone);
    if (moment > after && (weekday === null || weekdayOf(wall) === weekday)) return moment;
  }
}

/** Adds the next run of one job; a run that waits already is moved. */
export const scheduleJob = (trx: Db, plugin: string, job: PluginJob, now: Date): Promise<void> =>
  addJob(
    trx,
    'plugin-job',
    { plugin, job: job.name },
    { key: `plugin:${plugin}:${job.name}`, queue: `plugin:${plugin}`, run_at: nextRun(job, now), max_attempts: 3 },
  );

/** Adds the next run of every job of a plugin. */
export async function scheduleJobs(trx: Db, { id, jobs }: PluginManifest, now: Date): Promise<void> {
  for (const job of jobs) await scheduleJob(trx, id, job, now);
}
