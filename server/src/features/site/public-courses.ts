import { sql, type RawBuilder } from 'kysely';
import type { SiteCourse } from '@kaike/shared/contracts/site';
import { courseStatus, switchStatus } from '@kaike/shared/domain/courses/course-status';
import { productStatus } from '@kaike/shared/domain/orders/product-status';
import type { Db } from '../../db/pool.ts';

/** Condition for courses visible to visitors; `c` is the course. */
export const isPublicCourse = sql`c.deleted_at is null and c.status = ${courseStatus.published}`;

/** The default order of public courses. */
export const courseOrder = sql`c.sort, c.id desc`;

/** The price of a course: that of the cheapest product on sale containing it, else its own. */
export const priceOf = (
  column: 'list_price' | 'sale_price',
): RawBuilder<unknown> => sql`coalesce((select p.${sql.ref(column)} from products p
  where p.course_ids @> array[c.id] and p.status = ${productStatus.on} and p.deleted_at is null order by p.sale_price, p.id limit 1), c.${sql.ref(column)})`;

/** What the card of a course shows; `c` is the course. */
export const cardColumns = sql`c.id, c.title, c.subtitle, c.cover, c.cover_style, c.level, c.tags, c.subject_id,
      coalesce((select s.name from subjects s where s.id = c.subject_id and s.deleted_at is null and s.status = ${switchStatus.on}), '') as subject_name, ${priceOf('list_price')} as list_price, ${priceOf('sale_price')} as sale_price, c.is_free, c.lesson_count, c.duration_sec,
      (select coalesce(array_agg(t.name order by array_position(c.teacher_ids, t.id)), '{}') from teachers t
        where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = ${switchStatus.on}) as teacher_names`;

type CourseFilter = { where: RawBuilder<unknown>; order?: RawBuilder<unknown>; limit: number; offset?: number };

/** Courses visible to visitors, as cards. */
export async function readPublicCourses(
  db: Db,
  { where, order = courseOrder, limit, offset = 0 }: CourseFilter,
): Promise<SiteCourse[]> {
  const { rows } = await sql<SiteCourse>`
    select ${cardColumns}
    from courses c where ${isPublicCourse} and ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** Number of courses visible to visitors. */
export async function countPublicCourses(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from courses c where ${isPublicCourse} and ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}
