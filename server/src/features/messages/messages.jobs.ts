import type { AnyJob } from '../../core/job.ts';
import { deliverMessageJob } from './deliver-message.ts';

declare module '../../core/job.ts' {
  interface JobPayloads {
    deliver_message: { message_id: number; send_at: string };
  }
}

export const messageJobs: readonly AnyJob[] = [deliverMessageJob];
