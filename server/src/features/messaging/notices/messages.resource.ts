import { sql } from 'kysely';
import {
  listedAudiences,
  messageActions,
  messageStatus,
  sendState,
} from '@kaike/shared/domain/messaging/message-status';
import { allows } from '@kaike/shared/domain/status';
import { messages } from '@kaike/shared/resources/messaging/messages';
import type { Context } from '../../../core/context.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { addJob } from '../../../core/job.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { defineBehaviour, type ActionRun, type ActionResult, type RowOf, type Values } from '../../../kit/behaviour.ts';
import { audienceCondition, countAudience, maxCounted, describeAudience } from './audience.ts';
import { describeEstimate, estimate, type Estimate } from './estimate.ts';
import { copy, describeRecall, recall, reinstate } from './recall-message.ts';

/** Most drafts whose cost is shown in a dry run of sending. */
const maxPreviewed = 20;

const may = (row: RowOf<typeof messages>, action: keyof typeof messageActions): boolean =>
  allows(messageActions, action, row.status);

async function send(run: ActionRun<typeof messages, 'send'>): Promise<ActionResult> {
  const now = run.call.ctx.clock();
  const sendAt = run.input.send_at ? new Date(run.input.send_at) : now;
  assert(sendAt >= now, 'message.time_past', { field: 'send_at' });
  const drafts = run.rows.filter((row) => may(row, 'send')).map((row) => row.id);
  await setColumns(run, 'messages', { ids: drafts, values: { status: messageStatus.scheduled, send_at: sendAt } });
  for (const id of drafts) {
    await addJob(
      run.trx,
      'deliver_message',
      { message_id: id, send_at: sendAt.toISOString() },
      { key: `deliver_message:${id}`, run_at: sendAt },
    );
  }
  return {
    changed: drafts.length,
    failed: run.rows.filter((row) => !may(row, 'send')).map(({ id }) => ({ id, code: 'message.not_draft' })),
  };
}

/** Members are listed by the list of members or by what they studied, never by a form. */
function checkAudience(values: Values): Values {
  const isPicked = listedAudiences.includes(Number(values.audience)) && values.batch === undefined;
  if (isPicked) throw new AppError('request.invalid', { failures: { audience: [{ rule: 'in', params: [] }] } });
  return values;
}

const estimateRow = (ctx: Context, row: RowOf<typeof messages>): Promise<Estimate> =>
  estimate(ctx, audienceCondition(describeAudience(row), ctx.clock()), { title: String(row.title ?? '') });

const byState = async (
  { db }: Context,
  id: number,
  state: 'mail_state' | 'sms_state' | 'wechat_state',
): Promise<{ state: number; count: number }[]> =>
  (
    await sql<{
      state: number;
      count: number;
    }>`select ${sql.ref(state)} as state, count(*)::int as count from message_deliveries
    where message_id = ${id} and ${sql.ref(state)} <> ${sendState.none} group by 1 order by 1`.execute(db)
  ).rows;

export const messagesBehaviour = defineBehaviour(messages, {
  async beforeCreate(_write, values) {
    return checkAudience(values);
  },
  async beforeUpdate(_write, { before, values }) {
    assert(before.status === messageStatus.draft, 'message.not_draft');
    return checkAudience(values);
  },
  async beforeDelete(_write, rows) {
    return rows
      .filter((row) => row.status !== messageStatus.draft)
      .map(({ id }) => ({ id, code: 'message.under_way' }));
  },
  /** Current audience size, expected cost of text messages, and delivery states of mails and text messages. */
  async extend({ ctx }, row) {
    const isDraft = row.status === messageStatus.draft || row.status === messageStatus.scheduled;
    const [mails, texts, wechats, count, expected] = await Promise.all([
      byState(ctx, row.id, 'mail_state'),
      byState(ctx, row.id, 'sms_state'),
      byState(ctx, row.id, 'wechat_state'),
      countAudience(ctx.db, { audience: describeAudience(row), now: ctx.clock() }),
      isDraft && row.by_sms ? estimateRow(ctx, row) : null,
    ]);
    return { audience_count: count, audience_exact: count < maxCounted, mails, texts, wechats, expected };
  },
  dryRunNotes: {
    recall: describeRecall,
    async send(call, { where }) {
      const { rows } = await sql<
        RowOf<typeof messages>
      >`select r.* from messages r where ${where} and r.status = ${messageStatus.draft} and (r.by_sms or r.by_mail) order by r.id limit ${maxPreviewed}`.execute(
        call.ctx.db,
      );
      const lines: string[] = [];
      for (const row of rows) {
        const draft = {
          title: String(row.title),
          by_mail: row.by_mail === true,
          by_sms: row.by_sms === true,
        };
        const estimateLines = describeEstimate(call, await estimateRow(call.ctx, row), draft);
        lines.push(
          ...(rows.length === 1
            ? estimateLines
            : estimateLines.map((line) => call.t('resources.messages.estimate.of', { title: draft.title, line }))),
        );
      }
      return lines;
    },
  },
  actions: { send, recall, reinstate, copy },
});
