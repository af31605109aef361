import { sql } from 'kysely';
import type { PreviewAnswer } from '@kaike/shared/contracts/learning/lessons';
import { courseStatus, lessonType, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { isPlayed } from '../../catalog/courses/public.ts';
import type { Renditions } from '../../catalog/media/public.ts';
import { hasPreview } from './play-access.ts';
export type PreviewedLesson = {
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
export async function findLesson(db: Db, lessonId: number): Promise<PreviewedLesson | undefined> {
  const { rows } =
    await sql<PreviewedLesson>`select l.title, l.type, l.duration_sec, l.preview_sec, l.is_free as is_free_lesson,
      case when l.is_free and l.type = ${lessonType.article} then l.content else '' end as content, l.file, m.renditions, coalesce(m.cover, c.cover) as cover,
      coalesce((select json_agg(json_build_object('id', s.id, 'language', s.language) order by s.id) from lesson_subtitles s where s.lesson_id = l.id), '[]') as subtitles
    from lessons l join chapters h on h.id = l.chapter_id and h.deleted_at is null
      join courses c on c.id = l.course_id and c.deleted_at is null and c.status = ${courseStatus.published}
      left join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready} and ${isPlayed}
    where l.id = ${lessonId} and l.deleted_at is null and l.status = ${switchStatus.on}`.execute(db);
  return rows[0];
}

/** Seconds of a video or a sound that anyone may play; throws when there are none. */
export function freeSeconds(row: PreviewedLesson): number {
  assert(hasPreview(row), 'course.no_access');
  return row.is_free_lesson ? row.duration_sec : Math.min(row.preview_sec, row.duration_sec);
}
