import { sql, type RawBuilder } from 'kysely';
import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { productStatus } from '@kaike/shared/domain/commerce/product-status';
import type { Context } from '../../../core/context.ts';

/**
 * Condition on `products p`: anybody may buy it. On sale, and something in it is: one of its courses is published, or it has AI time
 * and no courses. What it has beside is sold along, as courses that are published later.
 */
export const isSold = sql<boolean>`p.status = ${sql.lit(productStatus.on)} and p.deleted_at is null
  and case when p.course_ids = '{}' then p.ai_seconds > 0
    else exists (select 1 from courses k where k.id = any(p.course_ids) and k.deleted_at is null and k.status = ${sql.lit(courseStatus.published)}) end`;

/** Products on sale that contain a course, cheapest first. */
export const onSaleWith = (
  courseId: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> => sql`select p.* from products p
  where p.course_ids @> array[${courseId}] and ${isSold} order by p.sale_price, p.id limit ${most}`;

/** Whether a member can get anything: a product on sale, of AI time where that is wanted, which is free or can be paid. */
export async function canBuy(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  { only_ai_time = false }: { only_ai_time?: boolean } = {},
): Promise<boolean> {
  const canPay = await adapters.pay.isReady();
  const product = await db
    .selectFrom('products as p')
    .select('p.id')
    .where(isSold)
    .$if(only_ai_time, (query) => query.where('p.ai_seconds', '>', 0))
    .$if(!canPay, (query) => query.where('p.sale_price', '=', 0))
    .limit(1)
    .executeTakeFirst();
  return product !== undefined;
}

/** The offer for a member without full access to a course; null when it cannot be paid. */
export async function loadOffer(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  courseId: number,
): Promise<CourseOffer> {
  const { rows } = await sql<
    NonNullable<CourseOffer>
  >`select id, title, sale_price from (${onSaleWith(sql`${courseId}::bigint`, 1)}) p`.execute(db);
  const [offer] = rows;
  return offer && (offer.sale_price === 0 || (await adapters.pay.isReady())) ? offer : null;
}
