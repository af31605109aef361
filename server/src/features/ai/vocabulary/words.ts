import { sql, type RawBuilder } from 'kysely';
import type { BookWord } from '@kaike/shared/contracts/ai/ai-words';
import { maxWords, reviewSize } from '@kaike/shared/domain/ai/word-state';
import { AppError, assert } from '../../../core/app-error.ts';
import type { MemberCall } from '../../../core/call.ts';
import type { Db } from '../../../db/pool.ts';
import { intervalsOf, newCard, type ScheduledCard } from './schedule.ts';

export type WordRow = {
  id: number;
  lemma: string;
  language: string;
  kind: BookWord['kind'];
  gloss: string;
  gloss_en: string;
  sentence: string;
  message_id: number | null;
  fsrs: ScheduledCard;
  state: number;
  due_at: Date;
  created_at: Date;
};

const columns = sql`w.id, w.lemma, w.language, w.kind, w.gloss, w.gloss_en, w.sentence, w.message_id, w.fsrs, w.state, w.due_at, w.created_at`;

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

type NewWord = Pick<WordRow, 'lemma' | 'language' | 'kind' | 'gloss' | 'gloss_en' | 'sentence' | 'message_id'>;

export type AddedWord = { word: BookWord; is_new: boolean };

/** Adds a card. One that is in the book stays as it is. */
export async function addCard({ ctx, actor }: MemberCall, word: NewWord): Promise<AddedWord> {
  const now = ctx.clock();
  const memberId = actor.member.id;
  const { language, lemma } = word;
  const same = sql`w.member_id = ${memberId} and w.language = ${language} and w.lemma = ${lemma}`;
  const [saved] = await selectWords(ctx.db, same);
  if (saved) return { word: presentWord(saved, now), is_new: false };
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ai_words where member_id = ${memberId}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= maxWords) throw new AppError('ai.word_limit', { params: { count: maxWords } });
  await sql`insert into ai_words (member_id, language, lemma, kind, gloss, gloss_en, sentence, message_id, fsrs, due_at, created_at)
    values (${memberId}, ${language}, ${lemma}, ${word.kind}, ${word.gloss}, ${word.gloss_en}, ${word.sentence}, ${word.message_id},
      ${JSON.stringify(newCard(now))}::jsonb, ${now}, ${now}) on conflict (member_id, language, lemma) do nothing`.execute(
    ctx.db,
  );
  const [added] = await selectWords(ctx.db, same);
  assert(added, 'server.internal');
  return { word: presentWord(added, now), is_new: true };
}
