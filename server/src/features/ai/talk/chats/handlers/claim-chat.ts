import type { ShownChat } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { AppError } from '../../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import { loadChat, checkActive, isHeldByOther, renewLease } from '../chat.store.ts';
import { describeChat } from '../describe-chat.ts';

/** Makes this page the one that talks. While another one holds the talk, only when the learner insists. */
export async function claimChat(call: MemberCallOf<typeof aiTalk.claimChat>): Promise<ShownChat> {
  const { ctx, actor, body, params } = call;
  const now = ctx.clock();
  await inTransaction(ctx.db, async (trx) => {
    const chat = await loadChat(trx, { id: params.id, member_id: actor.member.id }, { lock: true });
    checkActive(chat, 'take_over');
    if (body.force !== true && isHeldByOther(chat, body.lease, now))
      throw new AppError('ai.in_use', { device: chat.lease_device });
    await renewLease(trx, chat.id, { lease: body.lease, device: call.user_agent, now });
  });
  return describeChat(call, { id: params.id, lease: body.lease });
}
