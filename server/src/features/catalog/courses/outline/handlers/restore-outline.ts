import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { changeOutline, type OutlineChange, type ChangeEntry, type OutlineResult } from '../change-outline.ts';

const undoDays = 30;
const since = (now: Date): Date => new Date(now.getTime() - undoDays * 86_400_000);

async function restoreChapter({ trx, course, now }: OutlineChange, id: number): Promise<ChangeEntry> {
  const chapters = await sql<{ title: string }>`select title from chapters
    where id = ${id} and course_id = ${course.id} and deleted_at > ${since(now)}`.execute(trx);
  const chapter = chapters.rows[0];
  assert(chapter, 'record.not_found');
  // Lessons deleted separately have another `deleted_at` and stay deleted.
  const lessons = await sql<{
    title: string;
  }>`update lessons l set deleted_at = null, version = l.version + 1 from chapters h
    where h.id = ${id} and l.chapter_id = h.id and l.deleted_at = h.deleted_at returning l.title`.execute(trx);
  await sql`update chapters set deleted_at = null, version = version + 1 where id = ${id}`.execute(trx);
  return {
    action: 'restore-chapter',
    after: { chapter_title: chapter.title, lesson_titles: lessons.rows.map((row) => row.title) },
  };
}

async function restoreLesson({ trx, course, now }: OutlineChange, id: number): Promise<ChangeEntry> {
  const { rows } = await sql<{
    title: string;
  }>`update lessons l set deleted_at = null, version = l.version + 1 from chapters h
    where l.id = ${id} and l.course_id = ${course.id} and l.deleted_at > ${since(now)} and h.id = l.chapter_id and h.deleted_at is null
    returning l.title`.execute(trx);
  assert(rows[0], 'record.not_found');
  return { action: 'restore-lesson', after: { lesson_title: rows[0].title } };
}

/** Undoes a deletion: a chapter with the lessons deleted with it, or one lesson whose chapter still exists. */
export async function restoreOutline(call: AdminCallOf<typeof courses.restoreOutline>): Promise<OutlineResult> {
  const { chapter_id, lesson_id } = call.body;
  return changeOutline(call, (change) =>
    chapter_id ? restoreChapter(change, chapter_id) : restoreLesson(change, lesson_id ?? 0),
  );
}
