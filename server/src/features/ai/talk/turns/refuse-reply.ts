import { sql } from 'kysely';
import { aiMessageActions, aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import type { ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { Context } from '../../../../core/context.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import { addModeration, verdictOf } from '../../moderation/public.ts';
import { lockMember, releaseSeconds } from '../../seconds/public.ts';
import { loadChat } from '../chats/chat.store.ts';
import type { ReplyTask } from './turn-transaction.ts';
import { endAfterBlocks } from './block-turn.ts';
import { lockRunning } from './end-reply.ts';

/** Ends a turn whose words a service refused before anybody answered them, as one that the rules refuse. */
export async function refuseReply(ctx: Context, task: ReplyTask, label: ModerationLabel): Promise<void> {
  const now = ctx.clock();
  const { message_id: id, member_message_id: saidId, chat_id, member_id, text } = task;
  const verdict = verdictOf('input', label);
  const isCare = verdict === 'care';
  await inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, member_id);
    const chat = await loadChat(trx, { id: chat_id, member_id }, { lock: true });
    if (!(await lockRunning(trx, id))) return;
    await releaseSeconds(trx, id);
    await sql`update ai_messages set status = ${aiMessageActions.block.to}, finish_reason = ${isCare ? 'care' : 'refused'}, updated_at = ${now} where id = ${id}`.execute(
      trx,
    );
    const entry = { member_id, chat_id, message_id: saidId, direction: 'input', verdict, label, text } as const;
    await addModeration(ctx, trx, entry);
    if (isCare) return;
    await sql`update ai_messages set status = ${aiMessageStatus.blocked}, updated_at = ${now} where id = ${saidId}`.execute(
      trx,
    );
    await endAfterBlocks(trx, chat, now);
  });
}
