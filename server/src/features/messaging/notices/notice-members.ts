import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { htmlOfText } from '@kaike/shared/domain/site/rich-text';
import { messageAudience, messageStatus } from '@kaike/shared/domain/messaging/message-status';
import type { members } from '@kaike/shared/resources/people/members';
import { messages } from '@kaike/shared/resources/messaging/messages';
import { addJob } from '../../../core/job.ts';
import type { ActionRun, ActionResult, DryRunNotes, FailedRow, RowOf, Values, Write } from '../../../kit/behaviour.ts';
import { sanitizeRichText } from '../../../kit/fields/sanitize-rich-text.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { insertRow } from '../../../kit/write/write-rows.ts';
import { reachedStatuses } from './audience.ts';
import { describeEstimate, estimate } from './estimate.ts';

type Notice = { id: number; send_at: Date };

async function findBatch({ trx }: Write, batch: string): Promise<Notice | undefined> {
  const { rows } = await sql<Notice>`select id, send_at from messages where batch = ${batch} for update`.execute(trx);
  return rows[0];
}

const contentOf = ({ title, body, by_mail, by_sms }: Values): Values => ({
  title,
  body: sanitizeRichText(htmlOfText(String(body ?? ''))),
  by_mail: by_mail === true,
  by_sms: by_sms === true,
});

/** Creates a notice that is sent at once. */
async function beginNotice(write: Write, values: Values): Promise<Notice> {
  const { trx, call } = write;
  const now = call.ctx.clock();
  // The batch key is internal and not logged.
  const { batch: _batch, ...logged } = values;
  const row = await insertRow(write, call.ctx.resources.of(messages), {
    ...values,
    status: messageStatus.scheduled,
    send_at: now,
  });
  await writeLog(trx, call, {
    resource: 'messages',
    action: 'create',
    record_id: row.id,
    record_title: row.title,
    after: { ...logged, send_at: now.toISOString() },
  });
  return { id: row.id, send_at: now };
}

/** Adds members to a notice and resumes it if it was already sent. Ids must ascend, as its cursor does. */
async function addTargets({ trx }: Write, notice: Notice, rows: readonly RowOf<typeof members>[]): Promise<void> {
  await sql`insert into message_targets (message_id, member_id) select ${notice.id}, unnest(${rows.map((row) => row.id)}::bigint[]) on conflict do nothing`.execute(
    trx,
  );
  await sql`update messages set status = ${messageStatus.sending}, sent_at = null where id = ${notice.id} and status = ${messageStatus.sent}`.execute(
    trx,
  );
}

async function findOrBegin(run: ActionRun<typeof members>, rows: readonly RowOf<typeof members>[]): Promise<Notice> {
  const content = contentOf(run.input);
  const [only] = rows;
  if (run.batch === null && rows.length === 1 && only)
    return beginNotice(run, { ...content, audience: messageAudience.member, audience_member_id: only.id });
  const batch = run.batch ?? `members.notification:${randomUUID()}`;
  const notice =
    (await findBatch(run, batch)) ??
    (await beginNotice(run, { ...content, audience: messageAudience.selection, batch }));
  await addTargets(run, notice, rows);
  return notice;
}

/** Sends one notice to the members of an action, across all its pages; members who left or were stopped are reported as failed. */
export async function noticeMembers(run: ActionRun<typeof members>): Promise<ActionResult> {
  const reached = run.rows.filter((row) => reachedStatuses.includes(Number(row.status)));
  const failed = run.rows
    .filter((row) => !reached.includes(row))
    .map(({ id }): FailedRow => ({ id, code: 'message.not_reached' }));
  if (reached.length === 0) return { changed: 0, failed };
  const notice = await findOrBegin(run, reached);
  await addJob(
    run.trx,
    'deliver_message',
    { message_id: notice.id, send_at: notice.send_at.toISOString() },
    { key: `deliver_message:${notice.id}` },
  );
  return { changed: reached.length, failed, extra: { message_id: notice.id } };
}

/** Dry run: reach and cost of a notice to members. */
export const previewNotice: DryRunNotes = async (call, { where, input }) => {
  const draft = {
    title: String(input.title ?? ''),
    by_mail: input.by_mail === true,
    by_sms: input.by_sms === true,
  };
  if (!draft.by_mail && !draft.by_sms) return [];
  const condition = sql<boolean>`m.status = any(${reachedStatuses}::smallint[]) and m.id in (select r.id from member_rows r where ${where})`;
  return describeEstimate(call, await estimate(call.ctx, condition, draft), draft);
};
