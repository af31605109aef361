import { sql } from 'kysely';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { OutlineChange } from './change-outline.ts';

export async function titleOf({ trx, course }: OutlineChange, lessonId: number): Promise<string> {
  const { rows } = await sql<{
    title: string;
  }>`select title from lessons where id = ${lessonId} and course_id = ${course.id} and deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0].title;
}

export const countOf = async (trx: Db, lessonId: number, language: string): Promise<number | null> =>
  (
    await trx
      .selectFrom('lesson_subtitles')
      .select('cue_count')
      .where('lesson_id', '=', lessonId)
      .where('language', '=', language)
      .executeTakeFirst()
  )?.cue_count ?? null;
