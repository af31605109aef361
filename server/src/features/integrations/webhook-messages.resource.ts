import { webhookMessageState } from '@kaike/shared/domain/site/webhook';
import { webhookMessages } from '@kaike/shared/resources/webhook-messages';
import { addJob } from '../../core/job.ts';
import { defineBehaviour, type ActionResult, type ActionRun, type FailedRow } from '../../kit/behaviour.ts';
import { setColumns } from '../../kit/write/assign-input.ts';

const { waiting } = webhookMessageState;

/** Sends messages again with the same id and body, as often as they were tried at first. */
async function replay({ trx, call, rows }: ActionRun<typeof webhookMessages>): Promise<ActionResult> {
  const failed = rows
    .filter(({ state }) => state === waiting)
    .map(({ id }): FailedRow => ({ id, code: 'record.state' }));
  const ids = rows.filter(({ state }) => state !== waiting).map(({ id }) => id);
  const values = { state: waiting, attempts: 0, next_at: null, delivered_at: null };
  await setColumns({ trx, call }, 'webhook_messages', { ids, values });
  for (const id of ids) await addJob(trx, 'send-webhook', { id }, { key: `webhook:${id}` });
  return { changed: ids.length, failed };
}

export const webhookMessagesBehaviour = defineBehaviour(webhookMessages, { actions: { replay } });
