import { sql } from 'kysely';
import { aiMessageActions, aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { maxBlockedTurns, type ModerationLabel } from '@kaike/shared/domain/ai/moderation';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { addModeration, verdictOf } from '../../moderation/public.ts';
import { releaseSeconds } from '../../seconds/public.ts';
import type { Chat } from '../chats/chat.store.ts';
import { endChat } from '../chats/end-chat.ts';
import { nextSeq, type NewTurn, type ReplyTask } from './turn-transaction.ts';
import type { WrittenReply } from './write-reply.ts';

/** Ends a talk in which too many turns did not pass. Words that need a person are not counted. */
export async function endAfterBlocks(trx: Db, chat: Chat, now: Date): Promise<void> {
  const { rows } = await sql<{ blocked: number }>`select count(*)::int as blocked from ai_messages
    where chat_id = ${chat.id} and role = 'ai' and finish_reason in ('refused', 'blocked')`.execute(trx);
  if ((rows[0]?.blocked ?? 0) >= maxBlockedTurns)
    await endChat(trx, { id: chat.id, turns: chat.turns, action: 'block' }, now);
}

/** A turn whose words are not answered: nobody is sent them, nothing is charged, and a person reads them. */
export async function refuseTurn(
  ctx: Context,
  trx: Db,
  {
    chat,
    text,
    client_msg_id: key,
    label,
    read,
  }: {
    chat: Chat;
    text: string;
    client_msg_id: string;
    label: ModerationLabel;
    /** What a person reads of it: words before it may belong to it. */
    read: string;
  },
): Promise<NewTurn> {
  const now = ctx.clock();
  const verdict = verdictOf('input', label);
  const isCare = verdict === 'care';
  const seq = await nextSeq(trx, chat.id);
  const { rows } = await sql<{
    id: number;
  }>`insert into ai_messages (chat_id, seq, role, content, client_msg_id, status, created_at, updated_at)
    values (${chat.id}, ${seq}, 'member', ${text}, ${key}, ${isCare ? aiMessageStatus.done : aiMessageStatus.blocked}, ${now}, ${now}) returning id`.execute(
    trx,
  );
  const memberMessageId = rows[0]?.id ?? 0;
  const reply = await sql<{
    id: number;
  }>`insert into ai_messages (chat_id, seq, role, reply_to, status, finish_reason, created_at, updated_at)
    values (${chat.id}, ${seq + 1}, 'ai', ${memberMessageId}, ${aiMessageStatus.blocked}, ${isCare ? 'care' : 'refused'}, ${now}, ${now}) returning id`.execute(
    trx,
  );
  const entry = { member_id: chat.member_id, chat_id: chat.id, message_id: memberMessageId };
  await addModeration(ctx, trx, { ...entry, direction: 'input', verdict, label, text: read });
  if (!isCare) await endAfterBlocks(trx, chat, now);
  return { reply_id: reply.rows[0]?.id ?? 0, member_message_id: memberMessageId, task: null };
}

/** Puts what passed with a doubt into the queue: one entry for the learner's words and one for the reply. */
export async function addDoubts(
  ctx: Context,
  trx: Db,
  { task, reply }: { task: ReplyTask; reply: WrittenReply },
): Promise<void> {
  for (const direction of ['input', 'output'] as const) {
    const mine = reply.doubts.filter((one) => one.direction === direction);
    const [first] = mine;
    // Of a reply that is refused the whole text is an entry already.
    if (!first || (direction === 'output' && reply.blocked)) continue;
    await addModeration(ctx, trx, {
      member_id: task.member_id,
      chat_id: task.chat_id,
      message_id: direction === 'input' ? task.member_message_id : task.message_id,
      direction,
      verdict: 'review',
      label: first.label,
      text: mine.map(({ text }) => text).join('\n'),
    });
  }
}

/** Ends a reply that must not be shown, or whose talk was blocked meanwhile: nothing of it stays, and nothing is charged. */
export async function blockReply(
  ctx: Context,
  trx: Db,
  { chat, id, reply }: { chat: Chat; id: number; reply: WrittenReply },
): Promise<void> {
  const now = ctx.clock();
  await releaseSeconds(trx, id);
  await sql`update ai_messages set status = ${aiMessageActions.block.to}, content = '', finish_reason = 'blocked',
    timings = ${JSON.stringify(reply.timings)}::jsonb, updated_at = ${now} where id = ${id}`.execute(trx);
  if (reply.blocked) {
    const entry = { member_id: chat.member_id, chat_id: chat.id, message_id: id, ...reply.blocked };
    await addModeration(ctx, trx, { ...entry, direction: 'output', verdict: verdictOf('output', entry.label) });
  }
  await endAfterBlocks(trx, chat, now);
}
