import { sql } from 'kysely';
import { chatStatus } from '@kaike/shared/domain/ai/chat-status';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ChatCause, ChatMessage } from '../../../../adapters/chat/port.ts';
import type { Context } from '../../../../core/context.ts';
import { addJob } from '../../../../core/job.ts';
import type { Db } from '../../../../db/pool.ts';
import { recentOf } from '../prompt/write-prompt.ts';
import { historyOf, loadMessages } from '../turns/message.store.ts';
import { findGoals, type Goal } from './find-goals.ts';
import { writeNotes } from './write-notes.ts';
import { goalsOf } from '../chats/scene-snapshot.ts';

declare module '../../../../core/job.ts' {
  interface JobPayloads {
    'study-talk': { chat_id: number };
  }
}

/** Turns after which a service reads the talk again. */
const studyEvery = 4;
/** Notes begin before the prompt is full: until the next time at most this much is added. */
const keptTokens = 900;

/** Scripted talks are read by nobody: the script knows its goals and has no prompt. */
export const isToStudy = (provider: string, turns: number): boolean =>
  provider !== scriptProvider && turns > 0 && turns % studyEvery === 0;

export const addStudy = (trx: Db, chatId: number): Promise<void> =>
  addJob(trx, 'study-talk', { chat_id: chatId }, { key: `talk-study:${chatId}` });

type StudyChat = {
  id: number;
  member_id: number;
  scene_snapshot: unknown;
  goals_done: string[];
  goals_judged: string[];
  notes: string;
  notes_count: number;
};

/** Takes the talk for one look at it; null when that was done, or the talk is over. A node that dies costs one look. */
async function claim(db: Db, chatId: number): Promise<StudyChat | null> {
  const { rows } = await sql<StudyChat>`update ai_chats set studied_turn = turns
    where id = ${chatId} and status = ${chatStatus.active} and provider <> ${scriptProvider} and deleted_at is null
      and turns - studied_turn >= ${studyEvery}
    returning id, member_id, scene_snapshot, goals_done, goals_judged, notes, notes_count`.execute(db);
  return rows[0] ?? null;
}

async function noteWhatWasSaid(
  ctx: Context,
  { id, notes, notes_count: count }: StudyChat,
  { history, cause }: { history: readonly ChatMessage[]; cause: ChatCause },
): Promise<void> {
  const older = history.slice(0, history.length - recentOf(history, keptTokens).length);
  if (older.length <= count) return;
  const text = await writeNotes(ctx, { notes, history: older.slice(count), cause });
  if (text === null) return;
  // Not of a talk that was deleted meanwhile.
  await sql`update ai_chats set notes = ${text}, notes_count = ${older.length}
    where id = ${id} and deleted_at is null`.execute(ctx.db);
}

async function judgeGoals(
  ctx: Context,
  chat: StudyChat,
  { history, cause }: { history: readonly ChatMessage[]; cause: ChatCause },
): Promise<void> {
  const reachedGoals = new Set([...chat.goals_done, ...chat.goals_judged]);
  const openGoals: Goal[] = goalsOf(chat).filter(({ text }) => !reachedGoals.has(text));
  const utterances = history.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  if (openGoals.length === 0 || utterances.length === 0) return;
  const reached = await findGoals(ctx, { goals: openGoals, utterances, cause });
  if (reached.length === 0) return;
  await sql`update ai_chats set goals_judged = goals_judged || ${reached}::text[]
    where id = ${chat.id} and deleted_at is null`.execute(ctx.db);
}

/** Has a service read a talk beside its turns: what the next prompts have no room for, and the goals that patterns missed. */
export async function studyTalk(ctx: Context, chatId: number): Promise<void> {
  const chat = await claim(ctx.db, chatId);
  if (!chat) return;
  const history = historyOf(await loadMessages(ctx.db, chatId));
  const on = { history, cause: { member_id: chat.member_id, chat_id: chatId } };
  await noteWhatWasSaid(ctx, chat, on);
  await judgeGoals(ctx, chat, on);
}
