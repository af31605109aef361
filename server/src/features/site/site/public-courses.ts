import { sql, type RawBuilder } from 'kysely';
import type { SiteCourse } from '@kaike/shared/contracts/site/site';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { Db } from '../../../db/pool.ts';
import { onSaleWith } from '../../commerce/products/public.ts';

/** Condition for courses visible to visitors; `c` is the course. */
export const isPublicCourse = sql`c.deleted_at is null and c.status = ${courseStatus.published}`;

/** The default order of public courses. */
export const courseOrder = sql`c.sort, c.id desc`;

/** Of the product that sets the price of a course: the cheapest on sale that contains it. */
const ofCheapestProduct = (columns: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select ${columns} from (${onSaleWith(sql`c.id`, 1)}) p)`;

/** What a course costs: as much as the cheapest product, else its own price. */
export const salePrice = sql`coalesce(${ofCheapestProduct(sql`p.sale_price`)}, c.sale_price)`;

/** What a course itself stores of its card. */
export const storedColumns = sql`c.id, c.title, c.subtitle, c.cover, c.cover_style, c.level, c.tags, c.subject_id, c.list_price, c.sale_price, c.is_free, c.lesson_count, c.duration_sec`;
export type CourseCard = Omit<SiteCourse, 'subject_name' | 'teacher_names'>;

/** Found once for both prices: finding products costs more than the rest of a card. */
type CardRow = SiteCourse & { prices: Pick<SiteCourse, 'list_price' | 'sale_price'> | null };

type CourseFilter = { where: RawBuilder<unknown>; order?: RawBuilder<unknown>; limit: number; offset?: number };

/** Courses visible to visitors, as cards. */
export async function loadPublicCourses(
  db: Db,
  { where, order = courseOrder, limit, offset = 0 }: CourseFilter,
): Promise<SiteCourse[]> {
  const { rows } = await sql<CardRow>`
    select ${storedColumns}, ${ofCheapestProduct(sql`json_build_object('list_price', p.list_price, 'sale_price', p.sale_price)`)} as prices,
      coalesce((select s.name from subjects s where s.id = c.subject_id and s.deleted_at is null and s.status = ${switchStatus.on}), '') as subject_name,
      (select coalesce(array_agg(t.name order by array_position(c.teacher_ids, t.id)), '{}') from teachers t
        where t.id = any(c.teacher_ids) and t.deleted_at is null and t.status = ${switchStatus.on}) as teacher_names
    from courses c where ${isPublicCourse} and ${where} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ prices, ...card }) => ({ ...card, ...prices }));
}

/** Number of courses visible to visitors. */
export async function countPublicCourses(db: Db, where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from courses c where ${isPublicCourse} and ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}
