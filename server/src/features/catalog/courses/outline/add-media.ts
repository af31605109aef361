import { sql } from 'kysely';
import { lessonType, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaKind } from '@kaike/shared/domain/catalog/media/media-kind';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../../db/pool.ts';
import { AppError } from '../../../../core/app-error.ts';
import type { Write } from '../../../../kit/behaviour.ts';
import { addLastChapter } from './chapters.ts';
import { applyChange, type OutlineChange } from './change-outline.ts';

type Media = { id: number; title: string; kind: number; status: number; duration_sec: number };
type Chapter = { id: number; title: string };

/** The chapter with this title, or a new one; without a title the last of the course. */
async function findChapter({ trx, course, now }: OutlineChange, title: string): Promise<Chapter> {
  const { rows } = await sql<Chapter>`select id, title from chapters
    where course_id = ${course.id} and deleted_at is null and (title = ${title} or ${title} = '') order by sort desc, id desc limit 1`.execute(
    trx,
  );
  if (rows[0]) return rows[0];
  if (title === '')
    throw new AppError('request.invalid', { failures: { chapter_title: [{ rule: 'required', params: [] }] } });
  return { id: await addLastChapter({ trx, course, now }, title), title };
}

/** The files that a lesson of the course has already. */
async function inCourse(trx: Db, courseId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select distinct media_id as id from lessons
    where course_id = ${courseId} and media_id = any(${ids}::bigint[]) and deleted_at is null`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Adds a lesson for each file at the end of a chapter, in the order of their upload and under their titles, but for files that
 * the course has already. The caller holds the locks of the files. Returns the ids of those that were added.
 */
export async function addMediaLessons(
  write: Write,
  { course_id, chapter_title: title, media }: { course_id: number; chapter_title: string; media: readonly Media[] },
): Promise<Set<number>> {
  const added = new Set<number>();
  await applyChange(write, course_id, async (change) => {
    const { trx, course, now } = change;
    const present = await inCourse(
      trx,
      course.id,
      media.map(({ id }) => id),
    );
    const files = media.filter(({ id }) => !present.has(id)).toSorted((one, other) => one.id - other.id);
    if (files.length === 0) return null;
    const chapter = await findChapter(change, title.trim());
    const lessons = files.map((file) => ({
      media_id: file.id,
      title: file.title,
      type: file.kind === mediaKind.sound ? lessonType.audio : lessonType.video,
      duration_sec: file.status === mediaStatus.ready ? file.duration_sec : 0,
    }));
    await sql`insert into lessons (course_id, chapter_id, type, title, media_id, duration_sec, status, sort, created_at, updated_at)
      select ${course.id}, ${chapter.id}, n.type, n.title, n.media_id, n.duration_sec, ${switchStatus.on},
        (select coalesce(max(sort), 0) from lessons where chapter_id = ${chapter.id} and deleted_at is null) + row_number() over (order by n.media_id),
        ${now}::timestamptz, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(lessons)}::jsonb) as n(media_id bigint, title text, type int, duration_sec int)`.execute(
      trx,
    );
    for (const { id } of files) added.add(id);
    return {
      action: 'create-lessons',
      after: { chapter_title: chapter.title, lesson_titles: files.map((file) => file.title) },
    };
  });
  return added;
}
