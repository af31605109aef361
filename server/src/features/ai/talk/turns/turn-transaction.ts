import { sql } from 'kysely';
import { countWords } from '@kaike/shared/domain/ai/billable';
import { aiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import type { ChatMessage, ChatOptions } from '../../../../adapters/chat/port.ts';
import { holdSeconds, planTurn, loadSpendable } from '../../seconds/public.ts';
import { findMine } from '../../../learning/playback/public.ts';
import { checkMinorWith } from '../chats/minors.ts';
import { checkTurn, loadChat, loadSnapshot, renewLease, type Chat } from '../chats/chat.store.ts';
import { aliveSeconds } from '../stream/save-pieces.ts';
import { loadPrompt } from '../prompt/load-prompt.ts';
import { historyOf, loadMessages, type Message } from './message.store.ts';
import { consumeDailyTurn } from './consume-daily-turn.ts';

/** A reply to be written, and everything it needs. */
export type ReplyTask = {
  message_id: number;
  member_message_id: number;
  chat_id: number;
  member_id: number;
  seq: number;
  hold_sec: number;
  /** Words it may have at most. */
  reply_words: number;
  /** Words of the learner that it is charged with. */
  typed_words: number;
  /** Length of the recording that is charged in their place. */
  recorded_ms: number | null;
  speech_rate: number;
  text: string;
  /** Who writes in this talk. */
  provider: string;
  /** An earlier reply to the same words was heard: the turn is counted already. */
  is_counted: boolean;
  messages: readonly ChatMessage[];
  options: ChatOptions;
};

/** The member's words in the database and how the turn came about. */
export type NewTurn = { reply_id: number; member_message_id: number; task: ReplyTask | null };

type Reply = {
  chat: Chat;
  member_message: { id: number; content: string; recorded_ms: number | null };
  /** Everything said before the member's message. */
  history: readonly Message[];
  client_msg_id: string | null;
  is_counted: boolean;
};

type TurnKey = {
  chat_id: number;
  lease: string;
  /** Read before the transaction, which is not to wait for a second connection. */
  daily_free_sec: number;
};

/** Locks what a turn changes, the member first, and refuses a turn while another one runs. */
export async function lockTurn(trx: Db, call: MemberCall, { chat_id, lease, daily_free_sec }: TurnKey) {
  const { ctx, actor } = call;
  const now = ctx.clock();
  const memberId = actor.member.id;
  const spendable = await loadSpendable(trx, memberId, { daily_free_sec, now, lock: true });
  const chat = await loadChat(trx, { id: chat_id, member_id: memberId }, { lock: true });
  return {
    chat,
    spendable,
    /** Not for a turn that is only repeated. */
    async check(): Promise<void> {
      checkTurn(chat, lease);
      await checkMinorWith(ctx, trx, { member_id: memberId, people_id: chat.people_id });
      // Access to the lesson may have ended since the talk began.
      if (chat.lesson_id !== null) await findMine(call, chat.lesson_id, trx);
      // Talks from before the scenes were stored with them.
      assert(chat.scene_snapshot !== null, 'ai.scene_off');
      const { rows } = await sql`select 1 from ai_holds where member_id = ${memberId}
        union all select 1 from ai_messages where chat_id = ${chat_id} and role = 'ai' and status in (1, 2)`.execute(
        trx,
      );
      assert(rows.length === 0, 'ai.reply_running');
      await renewLease(trx, chat_id, { lease, device: call.user_agent, now });
    },
  };
}

type Locked = Awaited<ReturnType<typeof lockTurn>>;

export async function nextSeq(trx: Db, chatId: number): Promise<number> {
  const { rows } = await sql<{
    seq: number;
  }>`select coalesce(max(seq), 0) + 1 as seq from ai_messages where chat_id = ${chatId}`.execute(trx);
  return rows[0]?.seq ?? 1;
}

/** Adds a pending reply and sets its seconds aside. */
export async function addReply(
  trx: Db,
  call: MemberCall,
  { chat, member_message: message, history, client_msg_id, is_counted, spendable }: Reply & Pick<Locked, 'spendable'>,
): Promise<ReplyTask> {
  // What the task refers to is held until the reply has ended: not the whole chat with its scene, nor the request.
  const { ctx } = call;
  const { id: chatId } = chat;
  const now = ctx.clock();
  const cost = {
    typed_words: is_counted ? 0 : countWords(message.content),
    recorded_ms: is_counted ? null : message.recorded_ms,
    speech_rate: chat.speech_rate,
  };
  const plan = planTurn({ ...cost, spendable });
  await consumeDailyTurn(trx, chat.member_id, now);
  const seq = await nextSeq(trx, chat.id);
  const { rows } = await sql<{
    id: number;
  }>`insert into ai_messages (chat_id, seq, role, reply_to, client_msg_id, status, content_no, alive_until, model, created_at, updated_at)
    values (${chat.id}, ${seq}, 'ai', ${message.id}, ${client_msg_id}, ${aiMessageStatus.pending}, gen_random_uuid(), now() + make_interval(secs => ${aliveSeconds}),
      ${chat.provider}, ${now}, ${now}) returning id`.execute(trx);
  const id = rows[0]?.id ?? 0;
  const hold = { member_id: chat.member_id, message_id: id, spendable, hold_sec: plan.hold_sec, now };
  await holdSeconds(trx, hold);
  const messages: ChatMessage[] = [...historyOf(history), { role: 'user', content: message.content }];
  return {
    message_id: id,
    member_message_id: message.id,
    chat_id: chat.id,
    member_id: chat.member_id,
    seq,
    ...plan,
    ...cost,
    text: message.content,
    provider: chat.provider,
    is_counted,
    messages,
    options: {
      scene: () => loadSnapshot(ctx.db, chatId),
      cefr: chat.cefr,
      seed: chat.id,
      cause: { member_id: chat.member_id, chat_id: chat.id, message_id: id },
      prompt: () => loadPrompt(ctx, { chat_id: chatId, reply_words: plan.reply_words, messages }),
    },
  };
}

export const historyBefore = async (trx: Db, chatId: number, seq: number): Promise<Message[]> =>
  (await loadMessages(trx, chatId)).filter((one) => one.seq < seq);
