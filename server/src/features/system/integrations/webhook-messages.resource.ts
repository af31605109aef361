import { webhookMessageState } from '@kaike/shared/domain/system/webhook';
import { webhookMessages } from '@kaike/shared/resources/system/webhook-messages';
import { defineBehaviour, type ActionResult, type ActionRun, type FailedRow } from '../../../kit/behaviour.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { wakeWebhook } from './wake-webhook.ts';

const { waiting } = webhookMessageState;

/** Sends messages again with the same id and body, as often as they were tried at first. */
async function replay({ trx, call, rows }: ActionRun<typeof webhookMessages>): Promise<ActionResult> {
  const failed = rows
    .filter(({ state }) => state === waiting)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = rows.filter(({ state }) => state !== waiting).map(({ id }) => id);
  const values = { state: waiting, attempts: 0, next_at: null, delivered_at: null, queued_at: call.ctx.clock() };
  await setColumns({ trx, call }, 'webhook_messages', { ids, values });
  const receivers = new Set(rows.flatMap(({ id, webhook_id }) => (ids.includes(id) ? [webhook_id] : [])));
  // Who asks for it does not wait for the end of a pause.
  await trx
    .updateTable('webhooks')
    .set({ paused_until: null })
    .where('id', 'in', [0, ...receivers])
    .execute();
  for (const receiver of receivers) await wakeWebhook(trx, receiver);
  return { changed: ids.length, failed };
}

export const webhookMessagesBehaviour = defineBehaviour(webhookMessages, { actions: { replay } });
