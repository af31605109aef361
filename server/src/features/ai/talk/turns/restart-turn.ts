import { sql } from 'kysely';
import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { isRetryable } from '@kaike/shared/domain/ai/chat-status';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { addReply, historyBefore, lockTurn, type NewTurn } from './turn-transaction.ts';
import { findSent, loadMessage, loadMessages } from './message.store.ts';

/** Another reply to the same words, in place of the last one. The old one stays, hidden. */
export async function restartTurn(call: MemberCallOf<typeof aiMessages.retryReply>): Promise<NewTurn> {
  const { ctx, body, params, actor } = call;
  const old = await loadMessage(ctx.db, { id: params.id, member_id: actor.member.id });
  const daily = await ctx.settings.get('ai_daily_free_sec');
  return inTransaction(ctx.db, async (trx) => {
    const turn = await lockTurn(trx, call, { chat_id: old.chat_id, lease: body.lease, daily_free_sec: daily });
    const earlier = await findSent(trx, old.chat_id, body.client_msg_id);
    if (earlier) {
      assert(earlier.role === 'ai' && earlier.reply_to === old.reply_to, 'ai.key_reused');
      return { reply_id: earlier.id, member_message_id: earlier.reply_to ?? 0, task: null };
    }
    await turn.check();
    const messages = await loadMessages(trx, old.chat_id);
    const last = messages.at(-1);
    const message = messages.find(({ id }) => id === old.reply_to);
    assert(message && last?.id === old.id && isRetryable(last.status), 'ai.retry_over');
    await sql`update ai_messages set is_replaced = true where id = ${old.id}`.execute(trx);
    const task = await addReply(trx, call, {
      ...turn,
      member_message: message,
      history: await historyBefore(trx, old.chat_id, message.seq),
      client_msg_id: body.client_msg_id,
      is_counted: messages.some((one) => one.reply_to === message.id && one.talk_sec > 0),
    });
    return { reply_id: task.message_id, member_message_id: message.id, task };
  });
}
