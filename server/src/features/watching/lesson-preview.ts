import { sql } from 'kysely';
import type { PreviewAnswer } from '@kaike/shared/contracts/lessons';
import type * as lessons from '@kaike/shared/contracts/lessons';
import { courseStatus, lessonType, switchStatus } from '@kaike/shared/domain/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/media/media-status';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { cutVtt } from '@kaike/shared/domain/courses/subtitles';
import type { Db } from '../../db/pool.ts';
import { assert } from '../../core/app-error.ts';
import type { CallOf } from '../../core/call.ts';
import { isPlayed } from '../courses/public.ts';
import { signPlayback, type Renditions } from '../media/public.ts';
import { presentDocument } from './reading/lesson-document.ts';
import type { Answer } from '../../core/respond.ts';
import { sendVtt } from './read-lesson.ts';
import { hasPreview } from './play-access.ts';

/** An address is valid for the length of the preview plus this many seconds. */
const graceSeconds = 600;

type Call = CallOf<typeof lessons.openPreview>;
type Row = {
  subtitles: PreviewAnswer['subtitles'];
  title: string;
  type: number;
  duration_sec: number;
  preview_sec: number;
  is_free_lesson: boolean;
  content: string;
  file: string | null;
  renditions: Renditions | null;
  cover: string | null;
};

/** A lesson of a published course, with or without a preview. */
async function findLesson(db: Db, lessonId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select l.title, l.type, l.duration_sec, l.preview_sec, l.is_free as is_free_lesson,
      case when l.is_free and l.type = ${lessonType.article} then l.content else '' end as content, l.file, m.renditions, coalesce(m.cover, c.cover) as cover,
      coalesce((select json_agg(json_build_object('id', s.id, 'language', s.language) order by s.id) from lesson_subtitles s where s.lesson_id = l.id), '[]') as subtitles
    from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
      join courses c on c.id = l.course_id and c.deleted_at is null and c.status = ${courseStatus.published}
      left join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready} and ${isPlayed}
    where l.id = ${lessonId} and l.deleted_at is null and l.status = ${switchStatus.on}`.execute(db);
  return rows[0];
}

/** The trailer of a published course, as a free lesson. */
async function findTrailer(db: Db, courseId: number): Promise<Row | undefined> {
  const { rows } =
    await sql<Row>`select '[]'::json as subtitles, c.title, ${lessonType.video}::int as type, m.duration_sec, m.duration_sec as preview_sec, true as is_free_lesson, '' as content,
      null as file, m.renditions, coalesce(m.cover, c.cover) as cover
    from courses c join media m on m.id = c.trailer_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
    where c.id = ${courseId} and c.deleted_at is null and c.status = ${courseStatus.published}`.execute(db);
  return rows[0];
}

async function presentReading(call: Call, row: Row): Promise<PreviewAnswer> {
  const { ctx } = call;
  assert(row.is_free_lesson && row.duration_sec > 0, 'course.no_access');
  const expiresAt = new Date(ctx.clock().getTime() + graceSeconds * 1000);
  const document =
    row.type === lessonType.document
      ? await presentDocument(ctx, ctx.db, { address: row.file, expires_at: expiresAt, params: { v: '1' } })
      : null;
  return {
    title: row.title,
    type: row.type,
    source: null,
    cover: row.cover,
    content: row.content,
    document,
    subtitles: [],
    preview_sec: null,
    expires_at: expiresAt.toISOString(),
  };
}

/** Seconds of a video or a sound that anyone may play; throws when there are none. */
function freeSeconds(row: Row): number {
  assert(hasPreview(row), 'course.no_access');
  return row.is_free_lesson ? row.duration_sec : Math.min(row.preview_sec, row.duration_sec);
}

function presentVideo({ ctx }: Call, row: Row): PreviewAnswer {
  const seconds = freeSeconds(row);
  assert(row.renditions, 'course.no_access');
  const isWhole = seconds >= row.duration_sec;
  const expiresAt = new Date(ctx.clock().getTime() + (seconds + graceSeconds) * 1000);
  const source = signPlayback(ctx.adapters.storage, row.renditions, {
    expires_at: expiresAt,
    params: { v: '1', ...(isWhole ? {} : { p: String(seconds) }) },
  });
  return {
    title: row.title,
    type: row.type,
    source,
    cover: row.cover,
    content: '',
    document: null,
    subtitles: row.subtitles,
    preview_sec: isWhole ? null : seconds,
    expires_at: expiresAt.toISOString(),
  };
}

/** Opens a free preview for anyone, for a short time; nothing is recorded. */
export async function openLessonPreview(call: Call): Promise<PreviewAnswer> {
  const { lesson_id: lessonId, course_id: courseId } = call.body;
  const { db } = call.ctx;
  const row = lessonId ? await findLesson(db, lessonId) : await findTrailer(db, courseId ?? 0);
  assert(row, 'lesson.not_found');
  return isReading(row.type) ? presentReading(call, row) : presentVideo(call, row);
}

/** Subtitles of the part that anyone may watch. */
export async function sendPreviewSubtitles(call: CallOf<typeof lessons.getPreviewSubtitles>): Promise<Answer> {
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
