import { sql } from 'kysely';
import * as webhooksApi from '@kaike/shared/contracts/system/webhooks';
import { webhookDelivery, webhookMessageState } from '@kaike/shared/domain/system/webhook';
import { webhooks } from '@kaike/shared/resources/system/webhooks';
import { AdapterError } from '../../../core/adapter-error.ts';
import { AppError } from '../../../core/app-error.ts';
import { route } from '../../../core/route.ts';
import {
  defineBehaviour,
  type ActionResult,
  type ActionRun,
  type FailedRow,
  type Write,
} from '../../../kit/behaviour.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { wakeWebhook } from './wake-webhook.ts';
import { makeWebhookSecret } from './webhook-secret.ts';
import { revealWebhookSecret } from './reveal-webhook-secret.ts';

/** Refuses at once what would be refused when sending. */
function checkUrl({ call }: Write, url: string | undefined): void {
  if (url === undefined) return;
  try {
    call.ctx.adapters.outgoing.check(url);
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    throw new AppError('webhook.address', { field: 'url' });
  }
}

/** Ends the pause of receivers and has everything that waits for them sent now. */
async function retry(action: ActionRun<typeof webhooks>): Promise<ActionResult> {
  const { trx, rows } = action;
  const failed = rows
    .filter(({ delivery }) => delivery === webhookDelivery.fine)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = rows.filter(({ delivery }) => delivery !== webhookDelivery.fine).map(({ id }) => id);
  await setColumns(action, 'webhooks', { ids, values: { paused_until: null, delivery: webhookDelivery.failing } });
  await trx
    .updateTable('webhook_messages')
    .set({ next_at: null })
    .where('webhook_id', 'in', [0, ...ids])
    .where('state', '=', webhookMessageState.waiting)
    .execute();
  for (const id of ids) await wakeWebhook(trx, id);
  return { changed: ids.length, failed };
}

export const webhooksBehaviour = defineBehaviour(webhooks, {
  computed: {
    waiting: sql`(select count(*)::int from webhook_messages m where m.webhook_id = r.id and m.state = ${webhookMessageState.waiting})`,
  },
  actions: { retry },
  async beforeCreate(write, values) {
    checkUrl(write, values.url);
    return { ...values, ...makeWebhookSecret(write.call.ctx.secrets) };
  },
  async beforeUpdate(write, { values }) {
    checkUrl(write, values.url);
    return values;
  },
  routes: [
    route.admin(webhooksApi.revealWebhookSecret, { permission: 'admin.webhooks.secret', handler: revealWebhookSecret }),
  ],
});
