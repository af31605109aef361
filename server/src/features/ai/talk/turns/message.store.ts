import { sql } from 'kysely';
import { aiMessageStatus, type AiMessageStatus } from '@kaike/shared/domain/ai/chat-status';
import type { TalkMessage } from '@kaike/shared/contracts/ai/ai-messages';
import { AppError } from '../../../../core/app-error.ts';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatMessage } from '../../../../adapters/chat/port.ts';
import type { Db } from '../../../../db/pool.ts';
import { parseCorrections } from '../../corrections/public.ts';

/** A message as its use cases need it. */
export type Message = {
  id: number;
  chat_id: number;
  seq: number;
  role: 'member' | 'ai';
  reply_to: number | null;
  client_msg_id: string | null;
  content: string;
  translation: string | null;
  status: AiMessageStatus;
  finish_reason: string | null;
  error_code: string | null;
  is_replaced: boolean;
  talk_sec: number;
  charged_sec: number;
  recorded_ms: number | null;
  heard_chars: number | null;
  content_no: string | null;
  model: string | null;
  saved: boolean;
  reported_at: Date | null;
  corrections: unknown;
  created_at: Date;
};

const columns = sql`m.id, m.chat_id, m.seq, m.role, m.reply_to, m.client_msg_id, m.content, m.translation, m.status, m.finish_reason, m.error_code,
  m.is_replaced, m.talk_sec, m.charged_sec, m.recorded_ms, m.heard_chars, m.content_no, m.model, m.saved, m.reported_at, m.corrections, m.created_at`;

/** What was said in a talk, in order. */
export async function loadMessages(db: Db, chatId: number, afterSeq = 0): Promise<Message[]> {
  const { rows } = await sql<Message>`select ${columns} from ai_messages m
    where m.chat_id = ${chatId} and m.seq > ${afterSeq} and m.role in ('member', 'ai') order by m.seq`.execute(db);
  return rows;
}

/** A message of a talk of this member. */
export async function loadMessage(db: Db, { id, member_id }: { id: number; member_id: number }): Promise<Message> {
  const { rows } = await sql<Message>`select ${columns} from ai_messages m join ai_chats c on c.id = m.chat_id
    where m.id = ${id} and c.member_id = ${member_id} and c.deleted_at is null and m.role in ('member', 'ai')`.execute(
    db,
  );
  const [message] = rows;
  if (!message) throw new AppError('record.not_found');
  return message;
}

/** The message that a page sent under this id. */
export async function findSent(db: Db, chatId: number, clientMsgId: string): Promise<Message | null> {
  const { rows } =
    await sql<Message>`select ${columns} from ai_messages m where m.chat_id = ${chatId} and m.client_msg_id = ${clientMsgId}`.execute(
      db,
    );
  return rows[0] ?? null;
}

/** The latest reply to a message of the member. */
export async function findReply(db: Db, memberMessageId: number): Promise<Message | null> {
  const { rows } =
    await sql<Message>`select ${columns} from ai_messages m where m.reply_to = ${memberMessageId} order by m.id desc limit 1`.execute(
      db,
    );
  return rows[0] ?? null;
}

export const presentMessage = (message: Message): TalkMessage => ({
  id: message.id,
  seq: message.seq,
  role: message.role,
  reply_to: message.reply_to,
  client_msg_id: message.client_msg_id,
  content: message.content,
  status: message.status,
  finish_reason: message.finish_reason,
  error_code: message.error_code,
  is_replaced: message.is_replaced,
  talk_sec: message.talk_sec,
  content_no: message.content_no,
  is_scripted: message.model === scriptProvider,
  saved: message.saved,
  is_reported: message.reported_at !== null,
  corrections: parseCorrections(message.corrections),
  created_at: message.created_at.toISOString(),
});

/** What the learner said and the teacher answered: words without a word of reply are left out, as nobody heard them. */
export function answersIn(messages: readonly Message[]): Message[] {
  const replied = new Set(
    messages.flatMap((one) =>
      one.role === 'ai' &&
      one.reply_to !== null &&
      one.content !== '' &&
      (one.status === aiMessageStatus.done || one.status === aiMessageStatus.stopped)
        ? [one.reply_to]
        : [],
    ),
  );
  return messages.filter((one) => one.role === 'member' && replied.has(one.id));
}

/** The same as a chat service reads it: the latest reply to each, as far as it was heard. */
export function historyOf(messages: readonly Message[]): ChatMessage[] {
  const answered = new Set(answersIn(messages).map(({ id }) => id));
  return messages.flatMap(({ id, role, reply_to, is_replaced, content, heard_chars }): ChatMessage[] => {
    if (role === 'member') return answered.has(id) ? [{ role: 'user', content }] : [];
    if (is_replaced || content === '' || (reply_to !== null && !answered.has(reply_to))) return [];
    return [{ role: 'assistant', content: content.slice(0, heard_chars ?? content.length) }];
  });
}
