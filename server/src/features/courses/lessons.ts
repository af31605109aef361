import { sql } from 'kysely';
import type { createLesson, updateLesson } from '@kaike/shared/contracts/courses';
import { lessonType } from '@kaike/shared/domain/course-status';
import { mediaStatus } from '@kaike/shared/domain/media-status';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../http/app-error.ts';
import type { AdminCall } from '../../http/route.ts';
import { changeOutline, changesOf, type Change, type Written } from './change-outline.ts';

type Lesson = { type: number; title: string; media_id: number | null; preview_sec: number; content: string };
type LessonRow = Lesson & { id: number; version: number; duration_sec: number };

const isGiven = <T>(value: T | null | undefined): value is T => value !== undefined && value !== null;
const wrong = (key: string): AppError => new AppError('request.invalid', { failures: { [key]: [{ rule: 'in', params: [] }] } });

async function findLesson({ trx, course }: Change, id: number): Promise<LessonRow> {
  const { rows } = await sql<LessonRow>`select l.id, l.type, l.title, l.media_id, l.preview_sec, l.content, l.version, l.duration_sec
    from lessons l where l.id = ${id} and l.course_id = ${course.id} and l.deleted_at is null`.execute(trx);
  assert(rows[0], 'record.not_found');
  return rows[0];
}

/** Seconds of a video, or 0 while nobody knows. */
async function durationOf(trx: Db, mediaId: number | null): Promise<number> {
  if (mediaId === null) return 0;
  const { rows } = await sql<{ status: number; duration_sec: number }>`select status, duration_sec from media
    where id = ${mediaId} and deleted_at is null`.execute(trx);
  if (!rows[0]) throw wrong('media_id');
  return rows[0].status === mediaStatus.ready ? rows[0].duration_sec : 0;
}

/** A free part longer than the video is refused when somebody typed it, and cut when the video became another. */
function fitPreview(seconds: number, given: { duration: number; is_typed: boolean }): number {
  const { duration, is_typed: isTyped } = given;
  if (duration === 0 || seconds <= duration) return seconds;
  if (isTyped) throw new AppError('lesson.preview_too_long', { field: 'preview_sec', params: { max: duration } });
  return duration;
}

/** Field names as the log shows them, next to those of the course. */
const forLog = ({ title, type, ...rest }: Lesson) => ({ lesson_title: title, lesson_type: type, ...rest });

/** Adds a lesson at the end of a chapter. */
export async function addLesson(call: AdminCall<BodyOf<typeof createLesson>>): Promise<Written> {
  const { body } = call;
  void call.reply.code(201);
  return changeOutline(call, async ({ trx, course, now }) => {
    const chapter = await sql<{ title: string }>`select title from chapters
      where id = ${body.chapter_id} and course_id = ${course.id} and deleted_at is null`.execute(trx);
    if (!chapter.rows[0]) throw wrong('chapter_id');
    const mediaId = body.media_id ?? null;
    const duration = await durationOf(trx, mediaId);
    const lesson = {
      type: body.type ?? lessonType.video, title: body.title, media_id: mediaId, content: body.content ?? '',
      preview_sec: fitPreview(body.preview_sec ?? 0, { duration, is_typed: true }),
    };
    const { rows } = await sql<{ id: number }>`insert into lessons
        (course_id, chapter_id, type, title, media_id, duration_sec, preview_sec, content, sort, created_at, updated_at)
      select ${course.id}, ${body.chapter_id}, ${lesson.type}, ${lesson.title}, ${mediaId}::bigint, ${duration}, ${lesson.preview_sec}, ${lesson.content},
        coalesce(max(sort), 0) + 1, ${now}::timestamptz, ${now}::timestamptz
      from lessons where chapter_id = ${body.chapter_id} and deleted_at is null returning id`.execute(trx);
    return { action: 'create-lesson', after: { chapter_title: chapter.rows[0].title, ...forLog(lesson) }, id: rows[0]?.id ?? 0 };
  }, body);
}

function merge(lesson: Lesson, body: BodyOf<typeof updateLesson>): Lesson {
  return {
    type: body.type ?? lesson.type, title: body.title, media_id: body.media_id === undefined ? lesson.media_id : body.media_id,
    preview_sec: body.preview_sec ?? lesson.preview_sec, content: body.content ?? lesson.content,
  };
}

/** Changes the sent fields of a lesson. */
export async function editLesson(call: AdminCall<BodyOf<typeof updateLesson>>): Promise<Written> {
  const { body } = call;
  return changeOutline(call, async (change) => {
    const { id, version, duration_sec: length, ...before } = await findLesson(change, Number(call.params['lesson_id']));
    const wanted = merge(before, body);
    const duration = wanted.media_id === before.media_id ? length : await durationOf(change.trx, wanted.media_id);
    const isTyped = isGiven(body.preview_sec) && body.preview_sec !== before.preview_sec;
    const after: Lesson = { ...wanted, preview_sec: fitPreview(wanted.preview_sec, { duration, is_typed: isTyped }) };
    const changes = changesOf(forLog(before), forLog(after));
    if (Object.keys(changes.after).length === 0) return null;
    if (isGiven(body.version) && body.version !== version) throw new AppError('record.stale', { current: { id, version, ...before } });
    await sql`update lessons set type = ${after.type}, title = ${after.title}, media_id = ${after.media_id}, duration_sec = ${duration},
      preview_sec = ${after.preview_sec}, content = ${after.content}, version = version + 1, updated_at = ${change.now} where id = ${id}`.execute(change.trx);
    return { action: 'update-lesson', before: { lesson_title: before.title, ...changes.before }, after: changes.after };
  }, body);
}

/** Deletes a lesson softly: what was learned in it stays, and it can be brought back. */
export async function removeLesson(call: AdminCall): Promise<Written> {
  return changeOutline(call, async (change) => {
    const { id, version: _version, duration_sec: _length, ...lesson } = await findLesson(change, Number(call.params['lesson_id']));
    await sql`update lessons set deleted_at = ${change.now}, version = version + 1 where id = ${id}`.execute(change.trx);
    return { action: 'delete-lesson', before: forLog(lesson) };
  });
}
