import { sql } from 'kysely';
import { messageStatus } from '@kaike/shared/domain/messaging/message-status';
import type { NoticeFacts } from '../../../db/types/stored-json.ts';
import type { Db } from '../../../db/pool.ts';

export { deliverMessageJob } from './deliver-message.ts';
export { refuseWechatNotice } from './send-channel.ts';
export { noticeMembers, previewNotice } from './notice-members.ts';
export { noticeWords } from './study/notice-words.ts';

export type MemberMessage = {
  id: number;
  title: string;
  body: string;
  /** Of a notice that is about the member's own study: its words are made of them. */
  facts: NoticeFacts | null;
  delivered_at: Date;
  read_at: Date | null;
};

type MessageQuery = { member_id: number; before_id?: number; limit?: number };

/** The notices `g` that their recipients see. */
const isShown = sql`g.deleted_at is null and g.status <> ${sql.lit(messageStatus.recalled)}`;

/** Notices of a member, newest first; with `before_id` only older ones. */
export async function listMemberMessages(
  db: Db,
  { member_id, before_id, limit = 20 }: MessageQuery,
): Promise<MemberMessage[]> {
  const { rows } = await sql<MemberMessage>`select g.id, g.title, g.body, t.facts, d.delivered_at, d.read_at
    from message_deliveries d join messages g on g.id = d.message_id and ${isShown}
      left join message_targets t on t.message_id = d.message_id and t.member_id = d.member_id
    where d.member_id = ${member_id} and (${before_id ?? null}::bigint is null or d.message_id < ${before_id ?? null})
    order by d.message_id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many notices the member has not read. */
export async function countUnreadMessages(db: Db, memberId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from message_deliveries d
    join messages g on g.id = d.message_id and ${isShown} where d.member_id = ${memberId} and d.read_at is null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** Marks the notices in `ids`, or all, as read; each is counted once. Returns how many were unread. */
export async function markMessagesRead(
  db: Db,
  { member_id, ids, now }: { member_id: number; ids?: readonly number[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`with done as (
      update message_deliveries set read_at = ${now} where member_id = ${member_id} and read_at is null
        and exists (select from messages g where g.id = message_id and ${isShown}) and (${ids === undefined}::boolean or message_id = any(${[...(ids ?? [])]}::bigint[])) returning message_id
    ), counted as (update messages set read_count = read_count + 1 where id in (select message_id from done))
    select count(*)::int as count from done`.execute(db);
  return rows[0]?.count ?? 0;
}
