import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import { lockMember } from '../../../seconds/public.ts';
import { expireReplies } from '../../turns/expire-replies.ts';
import { loadChat } from '../chat.store.ts';
import { chatKeyOf, assertIdle, eraseTalks } from '../change-chat.ts';

/** Erases a talk; one that goes on ends with it. */
export async function deleteChat(call: MemberCallOf<typeof aiTalk.deleteChat>): Promise<Record<never, never>> {
  const { ctx } = call;
  await expireReplies(ctx, { member_id: call.actor.member.id });
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, call.actor.member.id);
    const chat = await loadChat(trx, chatKeyOf(call), { lock: true });
    await assertIdle(trx, chat.id);
    await eraseTalks(trx, [chat.id], ctx.clock());
  });
  return {};
}
