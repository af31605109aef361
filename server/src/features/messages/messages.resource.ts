import { mailState, messageActions, messageStatus, type MessageStatus } from '@kaike/shared/domain/message-status';
import { allows } from '@kaike/shared/domain/status';
import { assert } from '../../http/app-error.ts';
import { addJob } from '../../jobs/job.ts';
import { assignInput, setColumns } from '../../kit/assign-input.ts';
import type { ActionGiven, ActionResult, ResourceBehaviour, Row } from '../../kit/behaviour.ts';
import { countAudience, mostCounted, readAudience } from './audience.ts';

const may = (row: Row, action: keyof typeof messageActions): boolean => allows(messageActions, action, row['status'] as MessageStatus);

async function send(given: ActionGiven): Promise<ActionResult> {
  const now = given.call.ctx.clock();
  const wish = given.input['send_at'];
  const sendAt = wish === null || wish === undefined ? now : new Date(String(wish));
  assert(sendAt >= now, 'message.time_past', { field: 'send_at' });
  const drafts = given.rows.filter((row) => may(row, 'send')).map((row) => row.id);
  await setColumns(given, 'messages', { ids: drafts, values: { status: messageStatus.scheduled, send_at: sendAt } });
  for (const id of drafts) {
    await addJob(given.trx, 'deliver_message', { message_id: id, send_at: sendAt.toISOString() }, { key: `deliver_message:${id}`, run_at: sendAt });
  }
  return { changed: drafts.length, failed: given.rows.filter((row) => !may(row, 'send')).map(({ id }) => ({ id, code: 'message.not_draft' })) };
}

/** The waiting job finds a draft, or another time to send at, and leaves it alone. */
async function recall(given: ActionGiven): Promise<ActionResult> {
  const waiting = given.rows.filter((row) => may(row, 'recall')).map((row) => row.id);
  await setColumns(given, 'messages', { ids: waiting, values: { status: messageStatus.draft, send_at: null } });
  return { changed: waiting.length, failed: given.rows.filter((row) => !may(row, 'recall')).map(({ id }) => ({ id, code: 'message.not_scheduled' })) };
}

export const messagesBehaviour: ResourceBehaviour = {
  async beforeUpdate(_write, { before, values }) {
    assert(before['status'] === messageStatus.draft, 'message.not_draft');
    return values;
  },
  async beforeDelete(_write, rows) {
    return rows.filter((row) => row['status'] !== messageStatus.draft).map(({ id }) => ({ id, code: 'message.under_way' }));
  },
  /** How many would get it now, and how the mails went. */
  async extend({ ctx }, row) {
    const mails = await ctx.db.selectFrom('message_deliveries').select(['mail_state', (eb) => eb.fn.countAll<number>().as('count')])
      .where('message_id', '=', row.id).where('mail_state', '<>', mailState.none).groupBy('mail_state').execute();
    const count = await countAudience(ctx.db, { audience: readAudience(row), now: ctx.clock() });
    return { audience_count: count, audience_exact: count < mostCounted, mails };
  },
  actions: { send, recall, remark: assignInput('messages', ['remark']) },
};
