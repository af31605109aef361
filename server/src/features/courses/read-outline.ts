import { sql } from 'kysely';
import type { Outline, OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/courses';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../http/app-error.ts';

type Line = Omit<OutlineLesson, 'id' | 'media' | 'chapter_id'> & {
  chapter_id: number; chapter_title: string; chapter_version: number;
  /** Null for a chapter without lessons. */
  id: number | null;
  media: OutlineLesson['media'];
};

const lines = (courseId: number) => sql<Line>`
  select h.id as chapter_id, h.title as chapter_title, h.version as chapter_version,
    l.id, l.type, l.title, l.duration_sec, l.preview_sec, l.content, l.version,
    case when m.id is not null then json_build_object('id', m.id, 'title', m.title, 'status', m.status, 'progress', m.progress, 'error', m.error,
      'duration_sec', m.duration_sec, 'size', m.size, 'width', m.width, 'height', m.height, 'cover', m.cover) end as media
  from chapters h
    left join lessons l on l.chapter_id = h.id and l.deleted_at is null
    left join media m on m.id = l.media_id
  where h.course_id = ${courseId} and h.deleted_at is null
  order by h.sort, h.id, l.sort, l.id`;

function toLesson({ chapter_title: _title, chapter_version: _version, id, ...rest }: Line): OutlineLesson[] {
  return id === null ? [] : [{ id, ...rest }];
}

function toChapters(rows: Line[]): OutlineChapter[] {
  const chapters = new Map<number, OutlineChapter>();
  for (const line of rows) {
    const chapter = chapters.get(line.chapter_id) ?? { id: line.chapter_id, title: line.chapter_title, version: line.chapter_version, lessons: [] };
    chapter.lessons.push(...toLesson(line));
    chapters.set(chapter.id, chapter);
  }
  return [...chapters.values()];
}

/** The chapters and lessons of a course in their order, with the state of their videos. */
export async function readOutline(db: Db, courseId: number): Promise<Outline> {
  const course = await db.selectFrom('courses').select(['outline_version', 'lesson_count', 'duration_sec'])
    .where('id', '=', courseId).where('deleted_at', 'is', null).executeTakeFirst();
  assert(course, 'record.not_found');
  const { rows } = await lines(courseId).execute(db);
  return { version: course.outline_version, lesson_count: course.lesson_count, duration_sec: course.duration_sec, chapters: toChapters(rows) };
}
