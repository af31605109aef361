import { sql } from 'kysely';
import { billable, countWords } from '@kaike/shared/domain/ai/billable';
import {
  aiMessageActions,
  aiMessageStatus,
  chatActions,
  chatStatus,
  isRunning,
  maxFailures,
  type AiMessageStatus,
} from '@kaike/shared/domain/ai/chat-status';
import { inTransaction } from '../../../../db/in-transaction.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Context } from '../../../../core/context.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import { correctWords } from '../../corrections/public.ts';
import { goalsReached, playStored } from '../../scenes/public.ts';
import { lockMember, releaseSeconds, settleSeconds, type Charge } from '../../seconds/public.ts';
import { loadChat, type Chat } from '../chats/chat.store.ts';
import { endChat } from '../chats/end-chat.ts';
import { goalsOf } from '../chats/scene-snapshot.ts';
import { creditLesson } from '../lesson/credit-lesson.ts';
import { addStudy, isToStudy } from '../study/study-talk.ts';
import type { ReplyTask } from './turn-transaction.ts';
import { addDoubts, blockReply } from './block-turn.ts';
import { answersIn, loadMessages } from './message.store.ts';
import type { WrittenReply } from './write-reply.ts';

const statusOf: Readonly<Record<WrittenReply['finish_reason'], AiMessageStatus>> = {
  blocked: aiMessageActions.block.to,
  stop: aiMessageActions.complete.to,
  length: aiMessageActions.complete.to,
  stopped: aiMessageActions.stop.to,
  interrupted: aiMessageActions.fail.to,
};

/** Locks the reply; false when it is final already, as after this node was taken for dead. */
export async function lockRunning(trx: Db, messageId: number): Promise<boolean> {
  const { rows } = await sql<{
    status: AiMessageStatus;
  }>`select status from ai_messages where id = ${messageId} for no key update`.execute(trx);
  return rows[0] !== undefined && isRunning(rows[0].status);
}

type FailedReply = { id: number; chat_id: number; text: string; timings?: object; error_code?: string | null };

/** Marks a reply as failed with what was shown of it, gives its seconds back, and ends a talk in which nothing works any more. */
export async function failReply(
  trx: Db,
  { id, chat_id, text, timings = {}, error_code = 'ai.interrupted' }: FailedReply,
  now: Date,
): Promise<void> {
  await releaseSeconds(trx, id);
  await sql`update ai_messages set status = ${aiMessageActions.fail.to}, content = ${text}, finish_reason = 'interrupted', error_code = ${error_code},
    timings = ${JSON.stringify(timings)}::jsonb, updated_at = ${now} where id = ${id}`.execute(trx);
  await sql`update ai_chats set status = ${chatActions.fail.to}, ended_at = ${now}, updated_at = ${now}
    where id = ${chat_id} and status = ${chatStatus.active} and ${maxFailures} = (
      select count(*) filter (where status = ${aiMessageStatus.failed}) from (
        select status from ai_messages where chat_id = ${chat_id} and role = 'ai' order by seq desc limit ${maxFailures}) l)`.execute(
    trx,
  );
}

/** Seconds that a reply counts. */
const chargeOf = ({ typed_words, recorded_ms, speech_rate }: ReplyTask, { text }: WrittenReply): number =>
  billable({ typed_words, recorded_ms, reply_words: countWords(text), speech_rate });

async function storeReply(
  trx: Db,
  id: number,
  { reply, charge, now }: { reply: WrittenReply; charge: Charge; now: Date },
): Promise<void> {
  const { text, finish_reason: reason, translation, by, timings } = reply;
  await sql`update ai_messages set status = ${statusOf[reason]}, content = ${text}, finish_reason = ${reason}, model = coalesce(${by}, model), translation = ${reason === 'stop' ? translation : null},
    talk_sec = ${charge.talk_sec}, charged_sec = ${charge.charged_sec}, timings = ${JSON.stringify(timings)}::jsonb, first_token_ms = ${timings.first_token ?? null},
    updated_at = ${now} where id = ${id}`.execute(trx);
}

const minutesOf = (scene: unknown): number =>
  typeof scene === 'object' && scene !== null && 'minutes' in scene ? Number(scene.minutes) : Infinity;

type Progress = { done: readonly number[]; texts: string[]; is_over: boolean };

/** The goals of a talk, and whether its last line is said: that of the script, or a reply after the last goal was done. */
function progressOf(chat: Chat, answers: readonly string[]): Progress {
  if (chat.provider !== scriptProvider) {
    const reached = new Set([...goalsReached(chat.scene_snapshot, answers).texts, ...chat.goals_judged]);
    const goals = goalsOf(chat).map(({ text }) => text);
    const done = goals.flatMap((text, index) => (reached.has(text) ? [index] : []));
    const texts = goals.filter((text) => reached.has(text));
    return { done, texts, is_over: chat.goals_done.length > 0 && chat.goals_done.length === goalsOf(chat).length };
  }
  const talk = playStored(chat.scene_snapshot, { cefr: chat.cefr, seed: chat.id, answers });
  const done = talk?.goals_done ?? [];
  const texts = done.flatMap((index) => talk?.scene.goals[index]?.text ?? []);
  return { done, texts, is_over: talk?.ended === true };
}

/** Counts the turn and ends the talk with its last line or its last minute. Returns the indexes of the goals that are done, when there are more. */
async function countTurn(
  trx: Db,
  { chat, task, charge, now }: { chat: Chat; task: ReplyTask; charge: Charge; now: Date },
): Promise<number[] | null> {
  const answers = answersIn(await loadMessages(trx, chat.id)).map(({ content }) => content);
  const { done, texts: goals, is_over: isSaid } = progressOf(chat, answers);
  const counted = task.is_counted ? 0 : 1;
  await sql`update ai_chats set turns = turns + ${counted}, member_words = member_words + ${counted * task.typed_words}, talk_sec = talk_sec + ${charge.talk_sec},
    ai_sec_charged = ai_sec_charged + ${charge.charged_sec}, free_sec_used = free_sec_used + ${charge.talk_sec - charge.charged_sec},
    goals_done = ${goals}, last_turn_at = ${now}, updated_at = ${now} where id = ${chat.id}`.execute(trx);
  const isOver = isSaid || chat.talk_sec + charge.talk_sec >= minutesOf(chat.scene_snapshot) * 60;
  const turns = chat.turns + counted;
  if (isOver) await endChat(trx, { id: chat.id, turns, action: 'finish' }, now);
  else if (counted > 0 && isToStudy(chat.provider, turns)) await addStudy(trx, chat.id);
  await creditLesson(trx, chat, { turns, goals_done: goals, talk_sec: charge.talk_sec, is_finished: isOver }, now);
  return goals.length > chat.goals_done.length ? [...done] : null;
}

/** Corrects the words of a turn, in English talks of teachers who correct. */
async function correctTurn(trx: Db, chat: Chat, task: ReplyTask): Promise<void> {
  if (chat.language !== 'en' || chat.correction === 'off') return;
  await correctWords(trx, {
    member_id: chat.member_id,
    message_id: task.member_message_id,
    text: task.text,
    level: chat.cefr,
  });
}

/** Stores a reply and what it cost in one transaction. Returns the goals when there are more. A reply that is final stays as it is. */
export async function endReply(ctx: Context, task: ReplyTask, reply: WrittenReply): Promise<number[] | null> {
  const now = ctx.clock();
  const { message_id: id, chat_id } = task;
  return inTransaction(ctx.db, async (trx) => {
    await lockMember(trx, task.member_id);
    const chat = await loadChat(trx, { id: chat_id, member_id: task.member_id }, { lock: true });
    if (!(await lockRunning(trx, id))) return null;
    await addDoubts(ctx, trx, { task, reply });
    if (reply.finish_reason === 'blocked' || chat.status === chatStatus.blocked) {
      await blockReply(ctx, trx, { chat, id, reply });
      return null;
    }
    if (reply.finish_reason === 'interrupted') {
      await failReply(trx, { id, chat_id, ...reply }, now);
      return null;
    }
    const charge = await settleSeconds(trx, id, { sec: chargeOf(task, reply), now, secrets: ctx.secrets });
    await storeReply(trx, id, { reply, charge, now });
    if (reply.text === '') return null;
    await correctTurn(trx, chat, task);
    return countTurn(trx, { chat, task, charge, now });
  });
}
