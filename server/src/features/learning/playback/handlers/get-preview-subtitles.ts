import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { cutVtt } from '@kaike/shared/domain/catalog/courses/subtitles';
import { assert } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';
import type { HttpReply } from '../../../../core/respond.ts';
import { sendVtt } from '../find-lesson.ts';
import { findLesson, freeSeconds } from '../lesson-preview.ts';

/** Subtitles of the part that anyone may watch. */
export async function getPreviewSubtitles(call: CallOf<typeof lessons.getPreviewSubtitles>): Promise<HttpReply> {
  const { id: lessonId, subtitle_id: id } = call.params;
  const row = await findLesson(call.ctx.db, lessonId);
  assert(row && row.type === lessonType.video, 'lesson.not_found');
  const seconds = freeSeconds(row);
  const subtitle = await call.ctx.db
    .selectFrom('lesson_subtitles')
    .select('body')
    .where('id', '=', id)
    .where('lesson_id', '=', lessonId)
    .executeTakeFirst();
  assert(subtitle, 'record.not_found');
  return sendVtt(cutVtt(subtitle.body, seconds < row.duration_sec ? seconds : null));
}
