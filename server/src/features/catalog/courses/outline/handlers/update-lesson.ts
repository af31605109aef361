import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { AppError } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { type OutlineResult, changeOutline, changesOf } from '../change-outline.ts';
import {
  findLesson,
  mergeLesson,
  lengthOf,
  type LessonInput,
  fitPreview,
  lessonForLog,
  claimDocuments,
} from '../lessons.ts';

const isPresent = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;

/** Updates the fields of a lesson that were sent. */
export async function updateLesson(call: AdminCallOf<typeof courses.updateLesson>): Promise<OutlineResult> {
  const { body } = call;
  return changeOutline(
    call,
    async (change) => {
      const { id, version, duration_sec: length, ...before } = await findLesson(change, call.params.lesson_id);
      const merged = mergeLesson(before, body);
      // A scene that was withdrawn in the meantime stays until another is chosen.
      const isSame =
        merged.type === before.type &&
        merged.media_id === before.media_id &&
        merged.template_id === before.template_id &&
        !isReading(merged.type);
      const duration = isSame ? length : await lengthOf(change.trx, merged);
      const isTyped = isPresent(body.preview_sec) && body.preview_sec !== before.preview_sec;
      const after: LessonInput = { ...merged, preview_sec: fitPreview(merged, { duration, is_typed: isTyped }) };
      const changes = changesOf(lessonForLog(before), lessonForLog(after));
      if (Object.keys(changes.after).length === 0) return null;
      if (isPresent(body.version) && body.version !== version)
        throw new AppError('record.stale', { current: { id, version, ...before } });
      await claimDocuments(call, change.trx, { before, after });
      await sql`update lessons set type = ${after.type}, title = ${after.title}, media_id = ${after.media_id}, duration_sec = ${duration},
      preview_sec = ${after.preview_sec}, is_free = ${after.is_free}, status = ${after.status}, content = ${after.content}, file = ${after.file}, read_sec = ${after.read_sec}, template_id = ${after.template_id},
      attachments = ${JSON.stringify(after.attachments)}::jsonb, version = version + 1, updated_at = ${change.now} where id = ${id}`.execute(
        change.trx,
      );
      return {
        action: 'update-lesson',
        before: { lesson_title: before.title, ...changes.before },
        after: changes.after,
      };
    },
    body,
  );
}
