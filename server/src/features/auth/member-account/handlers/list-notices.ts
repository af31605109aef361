import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { listMemberMessages, countUnreadMessages, noticeWords } from '../../../messaging/notices/public.ts';

const perPage = 20;

/** Notices of the member, newest first, and how many are unread. */
export async function listNotices(
  call: MemberCallOf<typeof account.listNotices>,
): Promise<ResponseOf<typeof account.listNotices>> {
  const { db } = call.ctx;
  const memberId = call.actor.member.id;
  const before = call.query.before ? { before_id: call.query.before } : {};
  const [rows, unread] = await Promise.all([
    listMemberMessages(db, { member_id: memberId, limit: perPage + 1, ...before }),
    countUnreadMessages(db, memberId),
  ]);
  return {
    notices: rows.slice(0, perPage).map((row) => ({
      id: row.id,
      ...noticeWords(row, call),
      delivered_at: row.delivered_at.toISOString(),
      read_at: row.read_at?.toISOString() ?? null,
    })),
    unread,
    has_more: rows.length > perPage,
  };
}
