import { sql } from 'kysely';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { CourseFacts, FactsByCourse } from '../../../db/types/stored-json.ts';
import type { Db } from '../../../db/pool.ts';

export type CourseNow = CourseFacts & { id: number; is_deleted: boolean };

/** The courses as they are now, deleted ones included. */
export async function loadCourses(db: Db, ids: readonly number[]): Promise<CourseNow[]> {
  const { rows } =
    await sql<CourseNow>`select id, title, status, lesson_count, duration_sec, sale_price, deleted_at is not null as is_deleted
    from courses where id = any(${ids}::bigint[]) order by array_position(${ids}::bigint[], id)`.execute(db);
  return rows;
}

export function factsOf(courses: readonly CourseNow[]): FactsByCourse {
  return Object.fromEntries(
    courses.filter((course) => !course.is_deleted).map(({ id, is_deleted: _deleted, ...facts }) => [id, facts]),
  );
}

export const isPublished = (course: CourseNow): boolean =>
  !course.is_deleted && course.status === courseStatus.published;

/** Stores the current facts of the courses of a product. */
export async function saveFacts(
  trx: Db,
  { product_id, course_ids, now }: { product_id: number; course_ids: readonly number[]; now: Date },
): Promise<void> {
  const facts = factsOf(await loadCourses(trx, course_ids));
  await sql`update products set course_facts = ${JSON.stringify(facts)}::jsonb, synced_at = ${now} where id = ${product_id}`.execute(
    trx,
  );
}
