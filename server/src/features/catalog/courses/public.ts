import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { recountCourses } from './outline/change-outline.ts';

export { attachmentsOf } from './course-files.ts';
export { finishedBefore, hasContent, isOffered, isPlayed } from './outline/lesson-ready.ts';
export { addMediaLessons } from './outline/add-media.ts';
export { followScene, recountSceneCourses } from './outline/follow-scenes.ts';
export { listMyCourses } from './list-my-courses.ts';

/**
 * Applies the length of a video or a sound to the lessons that use it and to their courses; previews are cut to it, or
 * extended to it in a free lesson. The caller holds the lock on the video's row. Deleted lessons are included, as they can be restored.
 */
export async function applyVideoLength(trx: Db, video: { id: number; duration_sec: number }): Promise<void> {
  const courses = await sql<{
    id: number;
  }>`select id from courses where id in (select course_id from lessons where media_id = ${video.id})
    order by id for update`.execute(trx);
  await sql`update lessons set duration_sec = ${video.duration_sec}, preview_sec = case when is_free then ${video.duration_sec} else least(preview_sec, ${video.duration_sec}) end
    where media_id = ${video.id}`.execute(trx);
  await recountCourses(
    trx,
    courses.rows.map((row) => row.id),
  );
}
