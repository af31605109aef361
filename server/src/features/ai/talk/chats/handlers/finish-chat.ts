import type { TalkChat } from '@kaike/shared/contracts/ai/ai-talk';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import { lockMember } from '../../../seconds/public.ts';
import { expireReplies } from '../../turns/expire-replies.ts';
import { loadChat, checkTurn } from '../chat.store.ts';
import { endChat } from '../end-chat.ts';
import { creditLesson } from '../../lesson/credit-lesson.ts';
import { chatKeyOf, assertIdle, presentChange } from '../change-chat.ts';

/** Ends a talk. One that has ended stays as it is. */
export async function finishChat(call: MemberCallOf<typeof aiTalk.finishChat>): Promise<{ chat: TalkChat }> {
  const { ctx, body } = call;
  await expireReplies(ctx, { member_id: call.actor.member.id });
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, call.actor.member.id);
    const chat = await loadChat(trx, chatKeyOf(call), { lock: true });
    if (chat.status === chatStatus.finished) return;
    checkTurn(chat, body.lease, 'finish');
    await assertIdle(trx, chat.id);
    const now = ctx.clock();
    await endChat(trx, { id: chat.id, turns: chat.turns, action: 'finish' }, now);
    await creditLesson(trx, chat, { ...chat, talk_sec: 0, is_finished: true }, now);
  });
  return presentChange(call, body.lease);
}
