import { sql } from 'kysely';
import type * as courses from '@kaike/shared/contracts/catalog/courses';
import { lessonType, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { checkAll, assert } from '../../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../../core/call.ts';
import { parseAttachments } from '../attachments.ts';
import { type OutlineResult, changeOutline } from '../change-outline.ts';
import {
  type LessonInput,
  unknownValue,
  mergeLesson,
  lengthOf,
  fitPreview,
  claimDocuments,
  lessonForLog,
} from '../lessons.ts';

const none: LessonInput = {
  type: lessonType.video,
  title: '',
  media_id: null,
  preview_sec: 0,
  is_free: false,
  status: switchStatus.on,
  content: '',
  file: null,
  read_sec: null,
  template_id: null,
  attachments: [],
};

/** Adds a lesson at the end of a chapter. */
export async function createLesson(call: AdminCallOf<typeof courses.createLesson>): Promise<OutlineResult> {
  const { body } = call;
  return changeOutline(
    call,
    async ({ trx, course, now }) => {
      const chapter = await sql<{ title: string }>`select title from chapters
      where id = ${body.chapter_id} and course_id = ${course.id} and deleted_at is null`.execute(trx);
      const title = chapter.rows[0]?.title;
      let duration = 0;
      await checkAll(
        () => assert(title !== undefined, 'request.invalid', unknownValue('chapter_id')),
        () => parseAttachments(body.attachments ?? []),
        async () => {
          const bare = mergeLesson(none, { ...body, attachments: [] });
          duration = await lengthOf(trx, bare);
          fitPreview(bare, { duration, is_typed: true });
        },
      );
      const merged = mergeLesson(none, body);
      const lesson = { ...merged, preview_sec: fitPreview(merged, { duration, is_typed: true }) };
      await claimDocuments(call, trx, { before: none, after: lesson });
      const { rows } = await sql<{ id: number }>`insert into lessons
        (course_id, chapter_id, type, title, media_id, duration_sec, preview_sec, is_free, status, content, file, read_sec, template_id, attachments, sort, created_at, updated_at)
      select ${course.id}, ${body.chapter_id}, ${lesson.type}, ${lesson.title}, ${lesson.media_id}::bigint, ${duration}, ${lesson.preview_sec}, ${lesson.is_free}, ${lesson.status},
        ${lesson.content}, ${lesson.file}, ${lesson.read_sec}::int, ${lesson.template_id}::bigint, ${JSON.stringify(lesson.attachments)}::jsonb, coalesce(max(sort), 0) + 1, ${now}::timestamptz, ${now}::timestamptz
      from lessons where chapter_id = ${body.chapter_id} and deleted_at is null returning id`.execute(trx);
      return {
        action: 'create-lesson',
        after: { chapter_title: title, ...lessonForLog(lesson) },
        id: rows[0]?.id ?? 0,
      };
    },
    body,
  );
}
