import { sql } from 'kysely';
import type * as productsApi from '@kaike/shared/contracts/commerce/products';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { products } from '@kaike/shared/resources/commerce/products';
import type { CourseFacts, FactsByCourse } from '../../../db/types/stored-json.ts';
import type { Db } from '../../../db/pool.ts';
import type { AdminCall, ById } from '../../../core/call.ts';
import { loadRow } from '../../../kit/read/load-rows.ts';
import { type CourseNow, loadCourses, isPublished } from './course-facts.ts';
import { sumPrices } from './sum-prices.ts';

type Addition = ResponseOf<typeof productsApi.compareProduct>['added'][number];

/** Courses published in the subjects the product already sells from. */
async function findAdditions(db: Db, courseIds: readonly number[]): Promise<Addition[]> {
  const { rows } = await sql<Addition>`select c.id, c.title, c.lesson_count, c.duration_sec, c.sale_price from courses c
    where c.deleted_at is null and c.status = ${courseStatus.published} and c.id <> all(${courseIds}::bigint[])
      and c.subject_id in (select o.subject_id from courses o where o.id = any(${courseIds}::bigint[]) and o.deleted_at is null)
    order by c.id limit 200`.execute(db);
  return rows;
}

const pick = ({ lesson_count, duration_sec, sale_price }: CourseFacts) => ({ lesson_count, duration_sec, sale_price });

function changesOf(courses: readonly CourseNow[], facts: FactsByCourse) {
  return courses.flatMap((course) => {
    const before = facts[course.id];
    if (!before || course.is_deleted) return [];
    const [was, is] = [pick(before), pick(course)];
    return JSON.stringify(was) === JSON.stringify(is)
      ? []
      : [{ id: course.id, title: course.title, before: was, after: is }];
  });
}

const named = ({ id, title }: CourseNow) => ({ id, title });

/** What changed in the courses since the product was last compared with them. */
export async function compareProduct(call: AdminCall & ById): Promise<ResponseOf<typeof productsApi.compareProduct>> {
  const { db, resources } = call.ctx;
  const row = await loadRow({ db, actor: call.actor, resource: resources.of(products) }, call.params.id);
  const stored = await db
    .selectFrom('products')
    .select('course_facts')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const [courses, added] = await Promise.all([loadCourses(db, row.course_ids), findAdditions(db, row.course_ids)]);
  const removed = courses.filter((course) => course.is_deleted).map(named);
  const unpublished = courses.filter((course) => !course.is_deleted && !isPublished(course)).map(named);
  const changed = changesOf(courses, stored.course_facts);
  return {
    synced_at: row.synced_at?.toISOString() ?? null,
    removed,
    unpublished,
    added,
    changed,
    list_price: row.list_price,
    course_price: sumPrices(courses),
    is_same: removed.length + unpublished.length + added.length + changed.length === 0,
  };
}
