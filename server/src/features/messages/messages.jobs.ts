import type { AnyJob, Job } from '../../core/job.ts';
import { deliverMessageJob } from './deliver-message.ts';
import { sendReminders } from './study/reminders.ts';
import { sendWeeklySummaries } from './study/weekly-summary.ts';

declare module '../../core/job.ts' {
  interface JobPayloads {
    deliver_message: { message_id: number; send_at: string };
  }
}

/** From eight on Mondays in China; each further hour finishes what an interruption left. */
const weeklySummaryJob: Job = { name: 'weekly-summary', cron: '0 0-15 * * 1', run: sendWeeklySummaries };

const remindersJob: Job = { name: 'study-reminders', cron: '0 * * * *', run: sendReminders };

export const messageJobs: readonly AnyJob[] = [deliverMessageJob, weeklySummaryJob, remindersJob];
