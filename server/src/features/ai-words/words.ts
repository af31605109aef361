import { sql, type RawBuilder } from 'kysely';
import type { addWord, BookWord, deleteWord, getWords } from '@kaike/shared/contracts/ai-words';
import { maxWords, reviewSize } from '@kaike/shared/domain/ai/word-state';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../core/app-error.ts';
import type { MemberCallOf } from '../../core/call.ts';
import type { Db } from '../../db/pool.ts';
import { lemmaOf, wordInTalk } from '../ai-talk/public.ts';
import { intervalsOf, newCard, type StoredCard } from './schedule.ts';

export type WordRow = {
  id: number;
  lemma: string;
  language: string;
  gloss: string;
  sentence: string;
  message_id: number | null;
  fsrs: StoredCard;
  state: number;
  due_at: Date;
  created_at: Date;
};

const columns = sql`w.id, w.lemma, w.language, w.gloss, w.sentence, w.message_id, w.fsrs, w.state, w.due_at, w.created_at`;

export async function selectWords(db: Db, condition: RawBuilder<unknown>): Promise<WordRow[]> {
  const { rows } = await sql<WordRow>`select ${columns} from ai_words w where ${condition}`.execute(db);
  return rows;
}

export const presentWord = ({ fsrs: card, ...row }: WordRow, now: Date): BookWord => ({
  ...row,
  due_at: row.due_at.toISOString(),
  created_at: row.created_at.toISOString(),
  intervals: intervalsOf(card, now),
});

/** Words of the member that are due, at most those of one review. */
export async function countDue(db: Db, memberId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select 1 from ai_words where member_id = ${memberId} and due_at <= ${now} limit ${reviewSize}) d`.execute(db);
  return rows[0]?.count ?? 0;
}

const pageSize = 50;

export async function listWords({
  ctx,
  actor,
  query,
}: MemberCallOf<typeof getWords>): Promise<ResponseOf<typeof getWords>> {
  const now = ctx.clock();
  const memberId = actor.member.id;
  const isDue = query.due === true;
  const page = isDue ? 1 : (query.page ?? 1);
  const size = isDue ? reviewSize : pageSize;
  const pattern = `%${(query.keyword ?? '').trim().replace(/[\\%_]/g, '\\$&')}%`;
  const matches = sql`(w.lemma ilike ${pattern} or w.gloss ilike ${pattern})`;
  const order = isDue ? sql`w.due_at, w.id` : sql`w.id desc`;
  const rows = await selectWords(
    ctx.db,
    sql`w.member_id = ${memberId} and ${matches} and ${isDue ? sql`w.due_at <= ${now}` : sql`true`}
      order by ${order} limit ${size + 1} offset ${(page - 1) * size}`,
  );
  return {
    data: rows.slice(0, size).map((row) => presentWord(row, now)),
    due_count: await countDue(ctx.db, memberId, now),
    current_page: page,
    has_more: rows.length > size,
  };
}

/** Adds a word with where it was met. One that is in the book stays as it is. */
export async function addToBook(call: MemberCallOf<typeof addWord>): Promise<ResponseOf<typeof addWord>> {
  const { ctx, actor, body } = call;
  const now = ctx.clock();
  const memberId = actor.member.id;
  const lemma = lemmaOf(body.text);
  assert(lemma !== '', 'ai.no_word', { field: 'text' });
  const met = await wordInTalk(call, { lemma, message_id: body.message_id ?? null, chat_id: body.chat_id ?? null });
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ai_words where member_id = ${memberId}`.execute(ctx.db);
  const same = sql`w.member_id = ${memberId} and w.language = ${met.language} and w.lemma = ${lemma}`;
  const [known] = await selectWords(ctx.db, same);
  if (known) return { word: presentWord(known, now) };
  if ((rows[0]?.count ?? 0) >= maxWords) throw new AppError('ai.word_limit', { params: { count: maxWords } });
  const card = newCard(now);
  await sql`insert into ai_words (member_id, language, lemma, gloss, sentence, message_id, fsrs, due_at, created_at)
    values (${memberId}, ${met.language}, ${lemma}, ${body.gloss ? body.gloss : met.gloss}, ${met.sentence}, ${met.message_id},
      ${JSON.stringify(card)}::jsonb, ${now}, ${now}) on conflict (member_id, language, lemma) do nothing`.execute(
    ctx.db,
  );
  const [added] = await selectWords(ctx.db, same);
  assert(added, 'server.internal');
  return { word: presentWord(added, now) };
}

export async function removeWord({
  ctx,
  actor,
  params,
}: MemberCallOf<typeof deleteWord>): Promise<Record<never, never>> {
  const { numDeletedRows: count } = await ctx.db
    .deleteFrom('ai_words')
    .where('id', '=', params.id)
    .where('member_id', '=', actor.member.id)
    .executeTakeFirst();
  assert(count > 0n, 'record.not_found');
  return {};
}
