import { sql } from 'kysely';
import { assert } from '../../../../core/app-error.ts';
import type { OutlineChange } from './change-outline.ts';

type ChapterRow = { id: number; title: string; version: number };

export async function findChapter({ trx, course }: OutlineChange, id: number): Promise<ChapterRow> {
  const { rows } = await sql<ChapterRow>`select id, title, version from chapters
    where id = ${id} and course_id = ${course.id} and deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Adds a chapter at the end of the outline and returns its id. */
export async function addLastChapter({ trx, course, now }: OutlineChange, title: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into chapters (course_id, title, sort, created_at, updated_at)
    select ${course.id}, ${title}, coalesce(max(sort), 0) + 1, ${now}::timestamptz, ${now}::timestamptz
    from chapters where course_id = ${course.id} and deleted_at is null returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}
