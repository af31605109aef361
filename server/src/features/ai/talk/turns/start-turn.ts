import { sql } from 'kysely';
import type * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { removeUnseen } from '@kaike/shared/domain/ai/unseen-signs';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { claimTranscript } from '../hearing/takes.store.ts';
import { checkContinued, createTextCheck } from '../../moderation/public.ts';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/pool.ts';
import { addReply, historyBefore, lockTurn, nextSeq, type NewTurn } from './turn-transaction.ts';
import { refuseTurn } from './block-turn.ts';
import { findReply, findSent } from './message.store.ts';

type SendCall = MemberCallOf<typeof aiMessages.sendMessage>;

/** What the learner had heard of the last reply; never more than its text. */
async function saveHeardLength(trx: Db, chatId: number, heardChars: number): Promise<void> {
  await sql`update ai_messages set heard_chars = least(${heardChars}, length(content))
    where id = (select max(id) from ai_messages where chat_id = ${chatId} and role = 'ai') and status = ${aiMessageStatus.stopped}`.execute(
    trx,
  );
}

/** The learner's last words in this talk that passed, oldest first: one sign at a time is enough to say what is not to be said. */
async function lastWords(trx: Db, chatId: number): Promise<string[]> {
  const { rows } = await sql<{ content: string }>`select content from ai_messages m
    where chat_id = ${chatId} and role = 'member' and status = ${aiMessageStatus.done}
      and not exists (select 1 from ai_messages r where r.reply_to = m.id and r.finish_reason = 'care')
    order by seq desc limit 20`.execute(trx);
  return rows.map(({ content }) => content).toReversed();
}

/** The turn that was begun under this id, if one was. */
async function findTurn(trx: Db, { chat_id, client_msg_id: key, text }: SendCall['body']): Promise<NewTurn | null> {
  const earlier = await findSent(trx, chat_id, key);
  if (!earlier) return null;
  assert(earlier.role === 'member' && earlier.content === text, 'ai.key_reused');
  const reply = await findReply(trx, earlier.id);
  assert(reply, 'server.internal');
  return { reply_id: reply.id, member_message_id: earlier.id, task: null };
}

/** Stores the learner's words with a pending reply, or finds the turn that was begun under the same id. */
export async function startTurn(call: SendCall): Promise<NewTurn> {
  const { body, ctx } = call;
  assert(removeUnseen(body.text) === body.text, 'ai.unseen_signs', { field: 'text' });
  const check = createTextCheck(await ctx.settings.get('ai_blocked_words'));
  const daily = await ctx.settings.get('ai_daily_free_sec');
  return inTransaction(ctx.db, async (trx) => {
    const turn = await lockTurn(trx, call, { ...body, daily_free_sec: daily });
    const stored = await findTurn(trx, body);
    if (stored) return stored;
    await turn.check();
    const { chat } = turn;
    const recordedMs = await claimTranscript(trx, body);
    if (typeof body.heard_chars === 'number') await saveHeardLength(trx, chat.id, body.heard_chars);
    const refused = checkContinued(check, await lastWords(trx, chat.id), body.text);
    if (refused) return refuseTurn(ctx, trx, { chat, ...body, label: refused.label, read: refused.text });
    const now = ctx.clock();
    const seq = await nextSeq(trx, chat.id);
    const { rows } = await sql<{
      id: number;
    }>`insert into ai_messages (chat_id, seq, role, kind, content, recorded_ms, client_msg_id, status, created_at, updated_at)
      values (${chat.id}, ${seq}, 'member', ${recordedMs === null ? 'text' : 'voice'}, ${body.text}, ${recordedMs}, ${body.client_msg_id}, ${aiMessageStatus.done}, ${now}, ${now}) returning id`.execute(
      trx,
    );
    const id = rows[0]?.id ?? 0;
    const task = await addReply(trx, call, {
      ...turn,
      member_message: { id, content: body.text, recorded_ms: recordedMs },
      history: await historyBefore(trx, chat.id, seq),
      client_msg_id: null,
      is_counted: false,
    });
    return { reply_id: task.message_id, member_message_id: id, task };
  });
}
