import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/courses';
import { AppError, assert } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { changeOutline, changesOf, type Change, type OutlineResult } from './change-outline.ts';

type ChapterRow = { id: number; title: string; version: number };

async function findChapter({ trx, course }: Change, id: number): Promise<ChapterRow> {
  const { rows } = await sql<ChapterRow>`select id, title, version from chapters
    where id = ${id} and course_id = ${course.id} and deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Adds a chapter at the end of the outline and returns its id. */
export async function addLastChapter({ trx, course, now }: Change, title: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into chapters (course_id, title, sort, created_at, updated_at)
    select ${course.id}, ${title}, coalesce(max(sort), 0) + 1, ${now}::timestamptz, ${now}::timestamptz
    from chapters where course_id = ${course.id} and deleted_at is null returning id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export async function addChapter(call: AdminCallOf<typeof courses.createChapter>): Promise<OutlineResult> {
  const { title } = call.body;
  return changeOutline(call, async (change) => ({
    action: 'create-chapter',
    after: { chapter_title: title },
    id: await addLastChapter(change, title),
  }));
}

export async function renameChapter(call: AdminCallOf<typeof courses.updateChapter>): Promise<OutlineResult> {
  const { title, version } = call.body;
  return changeOutline(call, async (change) => {
    const chapter = await findChapter(change, call.params.chapter_id);
    if (chapter.title === title) return null;
    if (version !== undefined && version !== null && version !== chapter.version)
      throw new AppError('record.stale', { current: chapter });
    await sql`update chapters set title = ${title}, version = version + 1, updated_at = ${change.now} where id = ${chapter.id}`.execute(
      change.trx,
    );
    return { action: 'update-chapter', ...changesOf({ chapter_title: chapter.title }, { chapter_title: title }) };
  });
}

/** Soft-deletes a chapter with its lessons; learning records stay, and the chapter can be restored. */
export async function removeChapter(call: AdminCallOf<typeof courses.deleteChapter>): Promise<OutlineResult> {
  return changeOutline(call, async (change) => {
    const { trx, now } = change;
    const chapter = await findChapter(change, call.params.chapter_id);
    await sql`update chapters set deleted_at = ${now}, version = version + 1 where id = ${chapter.id}`.execute(trx);
    // The same time as the chapter's: a restore uses it to tell which lessons were deleted with it.
    const { rows } = await sql<{ title: string }>`update lessons set deleted_at = ${now}, version = version + 1
      where chapter_id = ${chapter.id} and deleted_at is null returning title`.execute(trx);
    return {
      action: 'delete-chapter',
      before: { chapter_title: chapter.title, lesson_titles: rows.map((row) => row.title) },
    };
  });
}
