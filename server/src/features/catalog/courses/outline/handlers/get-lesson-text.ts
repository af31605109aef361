import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';

/** The text of an article, which the outline leaves out. */
export async function getLessonText(
  call: AdminCallOf<typeof courses.getLessonText>,
): Promise<ResponseOf<typeof courses.getLessonText>> {
  const { rows } = await sql<ResponseOf<typeof courses.getLessonText>>`select content, version from lessons
    where id = ${call.params.lesson_id} and course_id = ${call.params.id} and deleted_at is null`.execute(call.ctx.db);
  assert(rows[0], 'record.not_found');
  return rows[0];
}
