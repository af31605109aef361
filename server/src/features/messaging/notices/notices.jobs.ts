import type { AnyJob, Job } from '../../../core/job.ts';
import { deliverMessageJob, sendNoticeJob } from './deliver-message.ts';
import type { ChannelName } from './send-channel.ts';
import { sendReminders } from './study/reminders.ts';
import { sendWeeklySummaries } from './study/weekly-summary.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    deliver_message: { message_id: number; send_at: string };
    send_notice: { message_id: number; channel: ChannelName };
  }
}

/** From eight on Mondays in China; each further hour finishes what an interruption left. */
const weeklySummaryJob: Job = { name: 'weekly-summary', cron: '0 0-15 * * 1', is_long: true, run: sendWeeklySummaries };

const remindersJob: Job = { name: 'study-reminders', cron: '0 * * * *', is_long: true, run: sendReminders };

export const noticesJobs: readonly AnyJob[] = [deliverMessageJob, sendNoticeJob, weeklySummaryJob, remindersJob];
