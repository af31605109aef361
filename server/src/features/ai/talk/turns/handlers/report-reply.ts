import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import { inTransaction } from '../../../../../db/in-transaction.ts';
import { addModeration } from '../../../moderation/public.ts';
import { loadChat } from '../../chats/chat.store.ts';
import { loadMessage, presentMessage } from '../message.store.ts';
import { messageKeyOf } from '../message-key.ts';

/** Reports a reply to the school, whose queue gets the words and the remark. A second report of the same reply replaces the first. */
export async function reportReply(
  call: MemberCallOf<typeof aiMessages.reportReply>,
): Promise<ResponseOf<typeof aiMessages.reportReply>> {
  const { ctx, body } = call;
  const key = messageKeyOf(call);
  const { id, chat_id } = await loadMessage(ctx.db, key);
  const remark = body.remark ?? '';
  await inTransaction(ctx.db, async (trx) => {
    // The words of a talk that is deleted meanwhile do not come back.
    await loadChat(trx, { id: chat_id, member_id: key.member_id }, { lock: true });
    const { content } = await loadMessage(trx, key);
    await trx
      .updateTable('ai_messages')
      .set({ reported_at: ctx.clock(), report_reason: body.reason, report_remark: remark })
      .where('id', '=', id)
      .execute();
    await addModeration(ctx, trx, {
      member_id: key.member_id,
      chat_id,
      message_id: id,
      direction: 'report',
      verdict: 'report',
      label: body.reason,
      text: remark === '' ? content : `${content}\n\n${remark}`,
    });
  });
  return { reply: presentMessage(await loadMessage(ctx.db, messageKeyOf(call))) };
}
