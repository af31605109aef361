import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { goalOf, reviewScene, wordsOfTalk, type Material } from './review-scene.ts';

type Row = Material & { title: string; used: string[] };

/**
 * The talk about a lesson for this member, with the words that their earlier talks about it found least often; null when no teacher has
 * approved its material.
 */
export async function findReview(
  db: Db,
  { lesson_id, member_id }: { lesson_id: number; member_id: number },
): Promise<{ title: string; scene: ReturnType<typeof reviewScene> } | null> {
  const { rows } = await sql<Row>`select l.title, m.outline, m.words, m.phrases, array(
      select unnest(c.goals_done) from ai_chats c where c.member_id = ${member_id} and c.lesson_id = l.id) as used
    from lesson_materials m join lessons l on l.id = m.lesson_id where l.id = ${lesson_id} and m.approved_at is not null`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return null;
  const usesOf = (word: Material['words'][number]): number => row.used.filter((one) => one === goalOf(word)).length;
  const words = row.words.toSorted((a, b) => usesOf(a) - usesOf(b)).slice(0, wordsOfTalk);
  return { title: row.title, scene: reviewScene(row.title.replaceAll(/[{}]/g, ' ').trim(), { ...row, words }) };
}
