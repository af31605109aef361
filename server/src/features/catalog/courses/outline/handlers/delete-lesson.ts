import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import { findLesson, lessonForLog } from '../lessons.ts';

/** Soft-deletes a lesson: its learning records stay, and it can be restored. */
export async function deleteLesson(call: AdminCallOf<typeof courses.deleteLesson>): Promise<OutlineResult> {
  return changeOutline(call, async (change) => {
    const { id, version: _version, duration_sec: _length, ...lesson } = await findLesson(change, call.params.lesson_id);
    await sql`update lessons set deleted_at = ${change.now}, version = version + 1 where id = ${id}`.execute(
      change.trx,
    );
    return { action: 'delete-lesson', before: lessonForLog(lesson) };
  });
}
