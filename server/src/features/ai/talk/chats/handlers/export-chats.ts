import { sql } from 'kysely';
import type * as aiTalk from '@kaike/shared/contracts/ai/ai-talk';
import { isModelCode } from '@kaike/shared/domain/ai/learner/model-corrections';
import { scriptProvider } from '@kaike/shared/domain/ai/moderation';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../../core/call.ts';
import type { Db } from '../../../../../db/pool.ts';
import { parseCorrections } from '../../../corrections/public.ts';
import { getLevel } from '../../level/get-level.ts';
import { loadMemories } from '../../memory/memory.store.ts';

type TalksExport = ResponseOf<typeof aiTalk.exportChats>;
type ExportedChat = TalksExport['chats'][number];

const pageSize = 50;

type ChatRow = Omit<ExportedChat, 'messages' | 'started_at' | 'ended_at'> & {
  started_at: Date;
  ended_at: Date | null;
};
type MessageRow = Omit<ExportedChat['messages'][number], 'created_at' | 'is_ai_generated' | 'corrections'> & {
  chat_id: number;
  corrections: unknown;
  /** Who wrote it, of replies. */
  model: string | null;
  created_at: Date;
};

async function readWords(db: Db, memberId: number): Promise<TalksExport['words']> {
  const rows = await db
    .selectFrom('ai_words')
    .select(['lemma', 'language', 'kind', 'gloss', 'gloss_en', 'sentence', 'due_at', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind === 'sentence' ? 'sentence' : 'word',
    due_at: row.due_at.toISOString(),
    created_at: row.created_at.toISOString(),
  }));
}

/** The member's own data. What was deleted is not in it, and what a machine wrote says so. */
export async function exportChats(call: MemberCallOf<typeof aiTalk.exportChats>): Promise<TalksExport> {
  const { actor, query } = call;
  const { db } = call.ctx;
  const memberId = actor.member.id;
  const page = query.page ?? 1;
  const { rows } =
    await sql<ChatRow>`select c.id, c.title, p.name as teacher, c.cefr, c.turns, c.talk_sec, c.ai_sec_charged as charged_sec, c.rating,
      c.started_at, c.ended_at, c.summary, c.advice
    from ai_chats c join ai_peoples p on p.id = c.people_id
    where c.member_id = ${memberId} and c.deleted_at is null order by c.id limit ${pageSize + 1} offset ${(page - 1) * pageSize}`.execute(
      db,
    );
  const chats = rows.slice(0, pageSize);
  const { rows: messages } =
    await sql<MessageRow>`select chat_id, model, role, content, translation, content_no, saved, corrections, recorded_ms, created_at from ai_messages
    where chat_id = any(${chats.map(({ id }) => id)}::bigint[]) and role in ('member', 'ai') and content <> '' order by chat_id, seq`.execute(
      db,
    );
  return {
    chats: chats.map((chat) => ({
      ...chat,
      started_at: chat.started_at.toISOString(),
      ended_at: chat.ended_at?.toISOString() ?? null,
      messages: messages
        .filter(({ chat_id }) => chat_id === chat.id)
        .map(({ chat_id: _chatId, model, corrections, ...message }) => ({
          ...message,
          is_ai_generated: message.role === 'ai' && model !== scriptProvider,
          corrections: parseCorrections(corrections).map((one) => ({ ...one, is_ai_generated: isModelCode(one.code) })),
          created_at: message.created_at.toISOString(),
        })),
    })),
    level: page === 1 ? await getLevel(call) : null,
    memories: page === 1 ? (await loadMemories(db, memberId)).map(({ kind, text }) => ({ kind, text })) : [],
    words: page === 1 ? await readWords(db, memberId) : [],
    has_more: rows.length > pageSize,
  };
}
