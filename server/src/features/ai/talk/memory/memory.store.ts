import { sql } from 'kysely';
import type { Memory } from '@kaike/shared/contracts/ai/ai-memories';
import type { MemoryKind } from '@kaike/shared/domain/ai/learner/memory';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';

type Row = Omit<Memory, 'chat'> & { chat_id: number | null; chat_title: string };

const present = ({ chat_id: id, chat_title: title, ...row }: Row): Memory => ({
  ...row,
  chat: id === null ? null : { id, title },
});

const memories = sql`select m.id, m.kind, m.text, c.id as chat_id, coalesce(c.title, '') as chat_title
  from ai_memories m left join ai_chats c on c.id = m.source_chat_id`;

/** What is remembered of a learner, newest first. */
export async function loadMemories(db: Db, memberId: number): Promise<Memory[]> {
  const { rows } =
    await sql<Row>`${memories} where m.member_id = ${memberId} and m.removed_at is null order by m.id desc`.execute(db);
  return rows.map(present);
}

type Key = { id: number; member_id: number };

/** One of them, also when it was removed a moment ago. */
export async function loadMemory(db: Db, { id, member_id }: Key): Promise<Memory | null> {
  const { rows } = await sql<Row>`${memories} where m.id = ${id} and m.member_id = ${member_id}`.execute(db);
  return rows[0] ? present(rows[0]) : null;
}

type NewMemory = { member_id: number; kind: MemoryKind; text: string; chat_id: number | null };

export async function insertMemory(trx: Db, { member_id, kind, text, chat_id }: NewMemory, now: Date): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into ai_memories (member_id, kind, text, source_chat_id, created_at, updated_at)
    values (${member_id}, ${kind}, ${text}, ${chat_id}, ${now}, ${now}) returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

const undoMinutes = 60;

/** Erases what was removed and not put back. */
export async function eraseRemoved({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - undoMinutes * 60_000);
  await sql`delete from ai_memories where removed_at < ${before}`.execute(db);
}

/** Two texts with the same letters are one memory. */
export const memoryKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
