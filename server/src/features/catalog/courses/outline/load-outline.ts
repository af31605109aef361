import { sql } from 'kysely';
import type { Outline, OutlineChapter, OutlineLesson } from '@kaike/shared/contracts/catalog/courses';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import { findFiles, type StoredDocument } from '../../../../kit/files.ts';
import { canPlay } from '../../../ai/scenes/public.ts';
import { presentFiles } from '../present-files.ts';

type Line = Omit<OutlineLesson, 'id' | 'media' | 'chapter_id' | 'file' | 'attachments'> & {
  chapter_id: number;
  chapter_title: string;
  chapter_version: number;
  /** Null for an empty chapter. */
  id: number | null;
  media: OutlineLesson['media'];
  scene: OutlineLesson['scene'];
  /** File addresses. */
  file: string | null;
  attachments: string[];
};
type Files = { ctx: Context; byAddress: ReadonlyMap<string, StoredDocument> };

const lines = (courseId: number) => sql<Line>`
  select h.id as chapter_id, h.title as chapter_title, h.version as chapter_version,
    l.id, l.type, l.title, l.duration_sec, l.preview_sec, l.is_free, l.status, l.read_sec, l.content <> '' as has_content, l.version, l.file, l.attachments,
    case when m.id is not null then json_build_object('id', m.id, 'title', m.title, 'status', m.status, 'progress', m.progress, 'error', m.error,
      'duration_sec', m.duration_sec, 'size', m.size, 'width', m.width, 'height', m.height, 'cover', m.cover) end as media,
    case when t.id is not null then json_build_object('id', t.id, 'name', t.name, 'is_playable', ${canPlay(sql`l.template_id`)}) end as scene,
    coalesce((select json_agg(json_build_object('language', s.language, 'cue_count', s.cue_count) order by s.language) from lesson_subtitles s
      where s.lesson_id = l.id), '[]') as subtitles
  from chapters h
    left join lessons l on l.chapter_id = h.id and l.deleted_at is null
    left join media m on m.id = l.media_id
    left join ai_prompt_templates t on t.id = l.template_id
  where h.course_id = ${courseId} and h.deleted_at is null
  order by h.sort, h.id, l.sort, l.id`;

function toLesson(
  { chapter_title: _title, chapter_version: _version, id, file, attachments, ...rest }: Line,
  { ctx, byAddress }: Files,
): OutlineLesson[] {
  if (id === null) return [];
  const [document] = presentFiles(ctx, byAddress, file === null ? [] : [file]);
  return [{ id, ...rest, file: document ?? null, attachments: presentFiles(ctx, byAddress, attachments) }];
}

function toChapters(rows: Line[], files: Files): OutlineChapter[] {
  const chapters = new Map<number, OutlineChapter>();
  for (const line of rows) {
    const chapter = chapters.get(line.chapter_id) ?? {
      id: line.chapter_id,
      title: line.chapter_title,
      version: line.chapter_version,
      lessons: [],
    };
    chapter.lessons.push(...toLesson(line, files));
    chapters.set(chapter.id, chapter);
  }
  return [...chapters.values()];
}

/** The chapters and lessons of a course in order, with the state of their videos and their documents. */
export async function loadOutline(ctx: Context, db: Db, courseId: number): Promise<Outline> {
  const course = await db
    .selectFrom('courses')
    .select(['outline_version', 'lesson_count', 'duration_sec', 'attachments'])
    .where('id', '=', courseId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  assert(course, 'record.not_found');
  const { rows } = await lines(courseId).execute(db);
  const own = course.attachments;
  const byAddress = await findFiles(db, [
    ...own,
    ...rows.flatMap((row) => (row.id === null ? [] : [row.file, ...row.attachments])),
  ]);
  const files = { ctx, byAddress };
  return {
    version: course.outline_version,
    lesson_count: course.lesson_count,
    duration_sec: course.duration_sec,
    chapters: toChapters(rows, files),
    attachments: presentFiles(ctx, byAddress, own),
  };
}
