import { sql } from 'kysely';
import type { PreviewAnswer } from '@kaike/shared/contracts/learning/lessons';
import type * as lessons from '@kaike/shared/contracts/learning/lessons';
import { lessonType, courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import type { Db } from '../../../../db/pool.ts';
import { assert } from '../../../../core/app-error.ts';
import type { CallOf } from '../../../../core/call.ts';
import { signPlayback } from '../../../catalog/media/public.ts';
import { presentDocument } from '../reading/lesson-document.ts';
import { type PreviewedLesson, freeSeconds, findLesson } from '../lesson-preview.ts';

/** An address is valid for the length of the preview plus this many seconds. */
const graceSeconds = 600;

type Call = CallOf<typeof lessons.openPreview>;

/** The trailer of a published course, as a free lesson. */
async function findTrailer(db: Db, courseId: number): Promise<PreviewedLesson | undefined> {
  const { rows } =
    await sql<PreviewedLesson>`select '[]'::json as subtitles, c.title, ${lessonType.video}::int as type, m.duration_sec, m.duration_sec as preview_sec, true as is_free_lesson, '' as content,
      null as file, m.renditions, coalesce(m.cover, c.cover) as cover
    from courses c join media m on m.id = c.trailer_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
    where c.id = ${courseId} and c.deleted_at is null and c.status = ${courseStatus.published}`.execute(db);
  return rows[0];
}

async function presentReading(call: Call, row: PreviewedLesson): Promise<PreviewAnswer> {
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

function presentVideo({ ctx }: Call, row: PreviewedLesson): PreviewAnswer {
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
export async function openPreview(call: Call): Promise<PreviewAnswer> {
  const { lesson_id, course_id } = call.body;
  const { db } = call.ctx;
  const row = lesson_id ? await findLesson(db, lesson_id) : await findTrailer(db, course_id ?? 0);
  assert(row, 'lesson.not_found');
  return isReading(row.type) ? presentReading(call, row) : presentVideo(call, row);
}
