import { sql } from 'kysely';
import * as webhooksApi from '@kaike/shared/contracts/webhooks';
import { webhookDelivery, webhookMessageState } from '@kaike/shared/domain/site/webhook';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { webhooks } from '@kaike/shared/resources/webhooks';
import { AdapterError } from '../../core/adapter-error.ts';
import { AppError } from '../../core/app-error.ts';
import type { AdminCallOf } from '../../core/call.ts';
import { route } from '../../core/route.ts';
import { defineBehaviour, type ActionResult, type ActionRun, type FailedRow, type Write } from '../../kit/behaviour.ts';
import { showRow } from '../../kit/read/read-rows.ts';
import { writeLog } from '../../kit/write/operation-log.ts';
import { setColumns } from '../../kit/write/assign-input.ts';
import { wakeWebhook } from './wake-webhook.ts';
import { makeWebhookSecret, openWebhookSecret } from './webhook-secret.ts';

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

async function showSecret(
  call: AdminCallOf<typeof webhooksApi.revealWebhookSecret>,
): Promise<ResponseOf<typeof webhooksApi.revealWebhookSecret>> {
  const { ctx, actor, params } = call;
  return ctx.db.transaction().execute(async (trx) => {
    const { id, name } = await showRow({ db: trx, actor, resource: ctx.resources.of(webhooks) }, params.id);
    const stored = await trx
      .selectFrom('webhooks')
      .select(['code', 'secret'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await writeLog(trx, call, { resource: 'webhooks', action: 'secret', record_id: id, record_title: name });
    return { secret: openWebhookSecret(ctx.secrets, stored) };
  });
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
  routes: [route.admin(webhooksApi.revealWebhookSecret, { permission: 'admin.webhooks.secret', handler: showSecret })],
});
