import type { products } from '@kaike/shared/resources/commerce/products';
import type { Db } from '../../../db/pool.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ActionRun, ActionResult, RowOf } from '../../../kit/behaviour.ts';
import { applyChange } from '../../../kit/write/write-rows.ts';
import { isPublished, loadCourses, saveFacts } from './course-facts.ts';
import { sumPrices } from './sum-prices.ts';

async function checkAdditions(trx: Db, ids: readonly number[]): Promise<void> {
  const good = (await loadCourses(trx, ids)).filter(isPublished);
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
    const courses = await loadCourses(trx, courseIds);
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
