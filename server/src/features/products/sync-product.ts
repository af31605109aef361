import { sql } from 'kysely';
import * as productsApi from '@kaike/shared/contracts/products';
import { courseStatus } from '@kaike/shared/domain/courses/course-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { products } from '@kaike/shared/resources/products';
import type { CourseFacts, FactsByCourse } from '../../db/types/stored-json.ts';
import type { Db } from '../../db/pool.ts';
import { AppError } from '../../core/app-error.ts';
import type { AdminCall, ById } from '../../core/call.ts';
import { route } from '../../core/route.ts';
import type { ActionRun, ActionResult, RowOf } from '../../kit/behaviour.ts';
import { applyChange } from '../../kit/write/write-rows.ts';
import { showRow } from '../../kit/read/read-rows.ts';
import { isPublished, readCourses, saveFacts, type CourseNow } from './course-facts.ts';

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

const sumPrices = (courses: readonly CourseNow[]): number =>
  courses.filter(isPublished).reduce((sum, course) => sum + course.sale_price, 0);
const named = ({ id, title }: CourseNow) => ({ id, title });

/** What changed in the courses since the product was last compared with them. */
async function compare(call: AdminCall & ById): Promise<ResponseOf<typeof productsApi.compareProduct>> {
  const { db, resources } = call.ctx;
  const row = await showRow({ db, actor: call.actor, resource: resources.of(products) }, call.params.id);
  const stored = await db
    .selectFrom('products')
    .select('course_facts')
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  const [courses, added] = await Promise.all([readCourses(db, row.course_ids), findAdditions(db, row.course_ids)]);
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

async function checkAdditions(trx: Db, ids: readonly number[]): Promise<void> {
  const good = (await readCourses(trx, ids)).filter(isPublished);
  if (good.length !== ids.length)
    throw new AppError('request.invalid', { failures: { add_ids: [{ rule: 'in', params: [] }] } });
}

/** Applies the changes selected in the comparison and stores the current course facts. Existing cards keep their snapshot. */
export async function syncProduct({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof products, 'sync'>): Promise<ActionResult> {
  const [removed, added] = [new Set(input.remove_ids), input.add_ids];
  await checkAdditions(trx, added);
  for (const row of rows) {
    const remaining = row.course_ids.filter((id) => !removed.has(id));
    const courseIds = [...new Set([...remaining, ...added])];
    const courses = await readCourses(trx, courseIds);
    const values = { course_ids: courseIds, ...(input.use_course_prices ? listPrice(row, sumPrices(courses)) : {}) };
    await applyChange({ trx, call }, call.ctx.resources.get('products'), { row, values });
    await saveFacts(trx, { product_id: row.id, course_ids: courseIds, now: call.ctx.clock() });
  }
  return { changed: rows.length, failed: [] };
}

/** The list price follows the courses; the sale price is lowered to it only when it would be higher. */
function listPrice(row: RowOf<typeof products>, sum: number) {
  return Number(row.sale_price) > sum ? { list_price: sum, sale_price: sum } : { list_price: sum };
}

export const syncRoutes = [
  route.admin(productsApi.compareProduct, { permission: 'admin.products.sync', handler: compare }),
];
