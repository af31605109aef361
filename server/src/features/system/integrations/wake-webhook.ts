import { addJob, jobPriority } from '../../../core/job.ts';
import type { Db } from '../../../db/pool.ts';

/** A webhook has one slot: its jobs run one after the other, also on several nodes. */
const queueOf = (webhookId: number): string => `webhook:${webhookId}`;

type Wake = { at?: Date; /** After those whose receivers answer. */ is_failing?: boolean };

/**
 * Has what waits for a webhook sent, now or at a later moment. Of a webhook only one such job waits; those of events
 * (`wake_webhook` of migration 0290) come besides.
 */
export const wakeWebhook = (trx: Db, webhookId: number, { at, is_failing = false }: Wake = {}): Promise<void> =>
  addJob(
    trx,
    'send-webhook',
    { webhook_id: webhookId },
    {
      key: queueOf(webhookId),
      queue: queueOf(webhookId),
      ...(at ? { run_at: at } : {}),
      ...(is_failing ? { priority: jobPriority.later } : {}),
    },
  );
