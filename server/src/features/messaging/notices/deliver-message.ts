import { sql } from 'kysely';
import { messageStatus, sendState } from '@kaike/shared/domain/messaging/message-status';
import type { Context } from '../../../core/context.ts';
import { addJob, jobPriority, type Job } from '../../../core/job.ts';
import { audienceCondition, describeAudience } from './audience.ts';
import { findChannel, noticeChannels, openIdOf, sendChannel } from './send-channel.ts';

const pageSize = 500;

type Page = { last_id: number | null; seen: number; added: number };

/** The initial state of a delivery: none without the channel, skipped without an address for it. */
const begin = (isWanted: boolean, address: string) =>
  sql`case when not ${isWanted}::boolean then ${sendState.none}::smallint when coalesce(${sql.ref(address)}, '') = '' then ${sendState.skipped}::smallint else ${sendState.waiting}::smallint end`;

/** Delivers to the next page of members in one transaction with cursor and count; returns false when nothing is left. */
export async function deliverPage(ctx: Context, messageId: number, sendAt: string): Promise<boolean> {
  const now = ctx.clock();
  const account = await ctx.adapters.messenger.noticeAccount();
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('messages')
      .selectAll()
      .where('id', '=', messageId)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const isDue = row?.status === messageStatus.scheduled || row?.status === messageStatus.sending;
    if (!row || !isDue || row.send_at?.toISOString() !== sendAt) return false;
    const { rows } = await sql<Page>`with page as (
        select m.id, u.email, u.mobile_phone, ${openIdOf(account)} as open_id from members m join users u on u.id = m.user_id
        where m.id > ${row.cursor_id} and ${audienceCondition(describeAudience(row), now)} order by m.id limit ${pageSize}
      ), added as (
        insert into message_deliveries (message_id, member_id, delivered_at, mail_state, sms_state, wechat_state)
        select ${row.id}::bigint, id, ${now}::timestamptz, ${begin(row.by_mail, 'email')}, ${begin(row.by_sms, 'mobile_phone')}, ${begin(account !== null, 'open_id')}
        from page on conflict do nothing returning 1
      ) select (select max(id) from page) as last_id, (select count(*)::int from page) as seen, (select count(*)::int from added) as added`.execute(
      trx,
    );
    const page = rows[0] ?? { last_id: null, seen: 0, added: 0 };
    const isLast = page.seen < pageSize;
    await trx
      .updateTable('messages')
      .set((eb) => ({
        status: isLast ? messageStatus.sent : messageStatus.sending,
        sent_at: isLast ? now : null,
        cursor_id: page.last_id ?? row.cursor_id,
        delivery_count: eb('delivery_count', '+', page.added),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .execute();
    return !isLast;
  });
}

/**
 * Delivers a notice page by page from its cursor; `send_at` distinguishes a notice that was recalled and sent again. Mail and text
 * messages follow by themselves: a channel that hangs holds up no notice, and no other channel.
 */
export const deliverMessageJob: Job<'deliver_message'> = {
  name: 'deliver_message',
  async run(ctx, { message_id, send_at }) {
    let isMore = true;
    while (isMore) isMore = await deliverPage(ctx, message_id, send_at);
    for (const channel of noticeChannels)
      await addJob(
        ctx.db,
        'send_notice',
        { message_id, channel },
        { key: `send_notice:${message_id}:${channel}`, queue: `notices:${channel}`, priority: jobPriority.later },
      );
  },
};

export const sendNoticeJob: Job<'send_notice'> = {
  name: 'send_notice',
  lane: 'vendors',
  run: async (ctx, { message_id, channel }) => sendChannel(ctx, message_id, await findChannel(ctx, channel)),
};
