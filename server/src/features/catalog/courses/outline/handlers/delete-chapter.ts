import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { findChapter } from '../chapters.ts';

/** Soft-deletes a chapter with its lessons; learning records stay, and the chapter can be restored. */
export async function deleteChapter(call: AdminCallOf<typeof courses.deleteChapter>): Promise<OutlineResult> {
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
