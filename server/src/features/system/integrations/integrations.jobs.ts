import { webhookDelivery, webhookMessageState } from '@kaike/shared/domain/system/webhook';
import type { Context } from '../../../core/context.ts';
import type { AnyJob, Job } from '../../../core/job.ts';
import { abandonOldest } from './abandon-messages.ts';
import { sendWebhook } from './send-webhook.ts';
import { wakeWebhook } from './wake-webhook.ts';

declare module '../../../core/job.ts' {
  interface JobPayloads {
    /** Added by `wake_webhook` of migration 0290, too. `id` is a message's: jobs of a release before that one. */
    'send-webhook': { webhook_id: number } | { id: number };
  }
}

async function findWebhook({ db }: Context, messageId: number): Promise<number | null> {
  const row = await db
    .selectFrom('webhook_messages')
    .select('webhook_id')
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row?.webhook_id ?? null;
}

const sendWebhookJob: Job<'send-webhook'> = {
  name: 'send-webhook',
  lane: 'webhooks',
  async run(ctx, payload) {
    if ('webhook_id' in payload) return sendWebhook(ctx, payload.webhook_id);
    const webhookId = await findWebhook(ctx, payload.id);
    if (webhookId !== null) await wakeWebhook(ctx.db, webhookId);
  },
};

/** Safety net: wakes every webhook for which something waits that is due; of one that pauses the waiting ones are bounded. */
const tendWebhooksJob: Job = {
  name: 'tend-webhooks',
  cron: '*/10 * * * *',
  async run(ctx) {
    const { db } = ctx;
    const now = ctx.clock();
    const paused = await db
      .selectFrom('webhooks')
      .select('id')
      .where('delivery', '=', webhookDelivery.paused)
      .execute();
    for (const { id } of paused) await abandonOldest(ctx, id);
    const rows = await db
      .selectFrom('webhook_messages as m')
      .innerJoin('webhooks as w', 'w.id', 'm.webhook_id')
      .select('m.webhook_id')
      .distinct()
      .where('m.state', '=', webhookMessageState.waiting)
      .where((eb) => eb.or([eb('m.next_at', 'is', null), eb('m.next_at', '<=', now)]))
      .where((eb) => eb.or([eb('w.paused_until', 'is', null), eb('w.paused_until', '<=', now)]))
      .execute();
    for (const { webhook_id: id } of rows) await wakeWebhook(db, id);
  },
};

export const integrationJobs: readonly AnyJob[] = [sendWebhookJob, tendWebhooksJob];
