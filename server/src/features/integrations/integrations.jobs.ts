import type { AnyJob, Job } from '../../core/job.ts';
import { sendWebhook } from './send-webhook.ts';

declare module '../../core/job.ts' {
  interface JobPayloads {
    /** Added by the triggers of migration 0125, too. */
    'send-webhook': { id: number };
  }
}

const sendWebhookJob: Job<'send-webhook'> = {
  name: 'send-webhook',
  run: (ctx, { id }) => sendWebhook(ctx, id),
};

export const integrationJobs: readonly AnyJob[] = [sendWebhookJob];
