import { sql } from 'kysely';
import { mailState, messageStatus } from '@kaike/shared/domain/message-status';
import { htmlToText } from './html-to-text.ts';
import type { Context } from '../../context.ts';
import type { Job } from '../../jobs/job.ts';
import { audienceCondition, readAudience } from './audience.ts';

const pageSize = 500;

type Page = { last_id: number | null; seen: number; added: number };

/** Serves the next page of members in one transaction, cursor and count with it; false when there is nothing left to do. */
export async function deliverPage(ctx: Context, messageId: number, sendAt: string): Promise<boolean> {
  const now = ctx.clock();
  return ctx.db.transaction().execute(async (trx) => {
    const row = await trx.selectFrom('messages').selectAll().where('id', '=', messageId).where('deleted_at', 'is', null).forUpdate().executeTakeFirst();
    const isDue = row?.status === messageStatus.scheduled || row?.status === messageStatus.sending;
    if (!row || !isDue || row.send_at?.toISOString() !== sendAt) return false;
    const { rows } = await sql<Page>`with page as (
        select m.id, u.email from members m join users u on u.id = m.user_id
        where m.id > ${row.cursor_id} and ${audienceCondition(readAudience(row), now)} order by m.id limit ${pageSize}
      ), added as (
        insert into message_deliveries (message_id, member_id, delivered_at, mail_state)
        select ${row.id}::bigint, id, ${now}::timestamptz, case when ${row.by_mail}::boolean and email is not null then ${mailState.waiting}::smallint else ${mailState.none}::smallint end
        from page on conflict do nothing returning 1
      ) select (select max(id) from page) as last_id, (select count(*)::int from page) as seen, (select count(*)::int from added) as added`.execute(trx);
    const page = rows[0] ?? { last_id: null, seen: 0, added: 0 };
    const isLast = page.seen < pageSize;
    await trx.updateTable('messages').set((eb) => ({
      status: isLast ? messageStatus.sent : messageStatus.sending, sent_at: isLast ? now : null,
      cursor_id: page.last_id ?? row.cursor_id, delivery_count: eb('delivery_count', '+', page.added), version: eb('version', '+', 1),
    })).where('id', '=', row.id).execute();
    return !isLast;
  });
}

type Mail = { member_id: number; email: string; title: string; body: string };

/** Marks one waiting mail as handed over before it is: after a kill it is told as unsure rather than sent twice. */
async function claimMail(ctx: Context, messageId: number): Promise<Mail | undefined> {
  const { rows } = await sql<Mail>`update message_deliveries d set mail_state = ${mailState.handed_over}
    from messages g, members m, users u where d.message_id = g.id and m.id = d.member_id and u.id = m.user_id and (d.message_id, d.member_id) = (
      select message_id, member_id from message_deliveries where message_id = ${messageId} and mail_state = ${mailState.waiting}
      order by member_id limit 1 for update skip locked)
    returning d.member_id, coalesce(u.email, '') as email, g.title, g.body`.execute(ctx.db);
  return rows[0];
}

async function sendMail(ctx: Context, mail: Mail): Promise<number> {
  try {
    await ctx.adapters.mail.send({ to: mail.email, subject: mail.title, text: htmlToText(mail.body) });
    return mailState.sent;
  } catch (error) {
    ctx.log.warn({ err: error, member_id: mail.member_id }, 'mail of a notice was not accepted');
    return mailState.failed;
  }
}

async function sendMails(ctx: Context, messageId: number): Promise<void> {
  for (let mail = await claimMail(ctx, messageId); mail; mail = await claimMail(ctx, messageId)) {
    await ctx.db.updateTable('message_deliveries').set({ mail_state: await sendMail(ctx, mail) })
      .where('message_id', '=', messageId).where('member_id', '=', mail.member_id).execute();
  }
}

/** Delivers a notice page by page from where it was; the time to send tells a recalled and newly sent notice apart. */
export const deliverMessageJob: Job = {
  name: 'deliver_message',
  async run(ctx, payload) {
    const messageId = Number(payload['message_id']);
    let isMore = true;
    while (isMore) isMore = await deliverPage(ctx, messageId, String(payload['send_at']));
    await sendMails(ctx, messageId);
  },
};
