import { sql } from 'kysely';
import {
  listedAudiences,
  messageActions,
  messageAudience,
  messageStatus,
  sendState,
} from '@kaike/shared/domain/messaging/message-status';
import { allows } from '@kaike/shared/domain/status';
import { messages } from '@kaike/shared/resources/messaging/messages';
import { assert } from '../../../core/app-error.ts';
import { addJob } from '../../../core/job.ts';
import type { ActionRun, ActionResult, DryRunNotes, RowOf } from '../../../kit/behaviour.ts';
import { setColumns } from '../../../kit/write/assign-input.ts';
import { insertRow } from '../../../kit/write/write-rows.ts';

type Notice = RowOf<typeof messages>;

/** Nobody has seen it, and it can become a draft again; what is listed member by member cannot be edited as one. */
const isUnseen = (row: Notice): boolean =>
  allows(messageActions, 'recall', row.status) && !listedAudiences.includes(row.audience);
const isOut = (row: Notice): boolean =>
  allows(messageActions, 'withdraw', row.status) || (row.status === messageStatus.scheduled && !isUnseen(row));

/** Letters, text messages and WeChat notices that still wait are not sent while the notice is recalled. */
const moveWaiting = (
  { trx }: Pick<ActionRun, 'trx'>,
  ids: readonly number[],
  [from, to]: readonly [number, number],
): Promise<unknown> =>
  sql`update message_deliveries set mail_state = case mail_state when ${from}::smallint then ${to}::smallint else mail_state end,
      sms_state = case sms_state when ${from}::smallint then ${to}::smallint else sms_state end,
      wechat_state = case wechat_state when ${from}::smallint then ${to}::smallint else wechat_state end
    where message_id = any(${ids}::bigint[]) and ${from}::smallint in (mail_state, sms_state, wechat_state)`.execute(
    trx,
  );

/**
 * Takes notices back. One that waits becomes a draft: its queued job finds that, or another `send_at`, and does nothing.
 * One that is out disappears from every box, the public pages and their caches as soon as this commits.
 */
export async function recall(run: ActionRun<typeof messages, 'recall'>): Promise<ActionResult> {
  const { trx, call } = run;
  const waiting = run.rows.filter(isUnseen).map(({ id }) => id);
  const out = run.rows.filter(isOut).map(({ id }) => id);
  await setColumns(run, 'messages', { ids: waiting, values: { status: messageStatus.draft, send_at: null } });
  await setColumns(run, 'messages', {
    ids: out,
    values: { status: messageStatus.recalled, recalled_at: call.ctx.clock(), recalled_by: call.actor.user_id },
  });
  if (out.length > 0) {
    await moveWaiting(run, out, [sendState.waiting, sendState.withdrawn]);
    await call.ctx.bus.publish(trx, 'site');
  }
  const done = new Set([...waiting, ...out]);
  return {
    changed: done.size,
    failed: run.rows.filter(({ id }) => !done.has(id)).map(({ id }) => ({ id, code: 'message.not_scheduled' })),
    ...(out.length > 0 ? { undo: [{ resource: 'messages', action: 'reinstate', ids: out }] } : {}),
  };
}

/** Shows recalled notices again, as read and unread as they were; one that had not reached everybody continues. */
export async function reinstate(run: ActionRun<typeof messages, 'reinstate'>): Promise<ActionResult> {
  const { trx, call } = run;
  const rows = run.rows.filter((row) => allows(messageActions, 'reinstate', row.status));
  const values = { recalled_at: null, recalled_by: null };
  const ids = (isComplete: boolean): number[] =>
    rows.filter(({ sent_at }) => (sent_at !== null) === isComplete).map(({ id }) => id);
  await setColumns(run, 'messages', { ids: ids(true), values: { ...values, status: messageStatus.sent } });
  await setColumns(run, 'messages', { ids: ids(false), values: { ...values, status: messageStatus.sending } });
  await moveWaiting(run, [...ids(true), ...ids(false)], [sendState.withdrawn, sendState.waiting]);
  for (const { id, send_at } of rows)
    await addJob(
      trx,
      'deliver_message',
      { message_id: id, send_at: new Date(send_at ?? 0).toISOString() },
      { key: `deliver_message:${id}` },
    );
  if (rows.length > 0) await call.ctx.bus.publish(trx, 'site');
  return {
    changed: rows.length,
    failed: run.rows.filter((row) => !rows.includes(row)).map(({ id }) => ({ id, code: 'message.not_recalled' })),
    ...(rows.length > 0 ? { undo: [{ resource: 'messages', action: 'recall', ids: rows.map(({ id }) => id) }] } : {}),
  };
}

/** A draft with the same words and recipients, to be corrected and sent. */
export async function copy(run: ActionRun<typeof messages, 'copy'>): Promise<ActionResult> {
  const [row] = run.rows;
  assert(row && !listedAudiences.includes(row.audience), 'message.not_copied');
  const { title, body, audience, by_mail, by_sms, is_public } = row;
  const draft = await insertRow(run, run.call.ctx.resources.of(messages), {
    title,
    body,
    audience,
    by_mail,
    by_sms,
    is_public: audience === messageAudience.all && is_public,
    audience_tag: row.audience_tag,
    audience_agency_id: row.audience_agency_id,
    audience_course_id: row.audience_course_id,
    audience_member_id: row.audience_member_id,
  });
  return { changed: 1, failed: [], extra: { id: draft.id } };
}

type Reached = { is_out: boolean; read: number; mails: number; texts: number; wechats: number };

/** What recalling cannot take back: what was read, and what went out by mail, text message and WeChat. */
export const describeRecall: DryRunNotes<typeof messages, 'recall'> = async (call, { where }) => {
  const {
    rows: [reached],
  } = await sql<Reached>`select coalesce(bool_or(r.status <> ${messageStatus.scheduled}), false) as is_out,
      coalesce(sum(d.read), 0)::int as read, coalesce(sum(d.mails), 0)::int as mails, coalesce(sum(d.texts), 0)::int as texts, coalesce(sum(d.wechats), 0)::int as wechats
    from messages r left join lateral (
      select count(d.read_at) as read, count(*) filter (where d.mail_state in (2, 3)) as mails,
        count(*) filter (where d.sms_state in (2, 3)) as texts, count(*) filter (where d.wechat_state in (2, 3)) as wechats
      from message_deliveries d where d.message_id = r.id
    ) d on true where ${where} and r.status = any(${[messageStatus.scheduled, messageStatus.sending, messageStatus.sent]}::int[])`.execute(
    call.ctx.db,
  );
  if (!reached?.is_out) return [];
  const word = (key: string, count: number): string[] =>
    count > 0 ? [call.t(`resources.messages.recalling.${key}`, { count })] : [];
  return [
    call.t('resources.messages.recalling.gone'),
    ...word('read', reached.read),
    ...word('mails', reached.mails),
    ...word('texts', reached.texts),
    ...word('wechats', reached.wechats),
  ];
};
