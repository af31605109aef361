import type * as account from '@kaike/shared/contracts/auth/account';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { countUnreadMessages, markMessagesRead } from '../../../messaging/notices/public.ts';

/** Marks one notice as read, or all of them. */
export async function markNoticesRead(
  call: MemberCallOf<typeof account.markNoticesRead>,
): Promise<ResponseOf<typeof account.markNoticesRead>> {
  const { ctx, actor, body } = call;
  const memberId = actor.member.id;
  await markMessagesRead(ctx.db, { member_id: memberId, now: ctx.clock(), ...(body.id ? { ids: [body.id] } : {}) });
  return { unread: await countUnreadMessages(ctx.db, memberId) };
}
