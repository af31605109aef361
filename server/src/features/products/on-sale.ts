import { sql, type RawBuilder } from 'kysely';
import type { CourseOffer } from '@kaike/shared/contracts/courses';
import { productStatus } from '@kaike/shared/domain/orders/product-status';
import type { Context } from '../../core/context.ts';

/** Products on sale that contain a course, cheapest first. */
export const onSaleWith = (
  courseId: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> => sql`select * from products
  where course_ids @> array[${courseId}] and status = ${productStatus.on} and deleted_at is null order by sale_price, id limit ${most}`;

/** Whether a member can get anything: a product on sale, of AI time where that is wanted, which is free or can be paid. */
export async function canBuy(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  { only_ai_time: onlyAiTime = false }: { only_ai_time?: boolean } = {},
): Promise<boolean> {
  const canPay = await adapters.pay.isReady();
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', productStatus.on)
    .where('deleted_at', 'is', null)
    .$if(onlyAiTime, (query) => query.where('ai_seconds', '>', 0))
    .$if(!canPay, (query) => query.where('sale_price', '=', 0))
    .limit(1)
    .executeTakeFirst();
  return product !== undefined;
}

/** The offer for a member without full access to a course; null when it cannot be paid. */
export async function readOffer(
  { db, adapters }: Pick<Context, 'db' | 'adapters'>,
  courseId: number,
): Promise<CourseOffer> {
  const { rows } = await sql<
    NonNullable<CourseOffer>
  >`select id, title, sale_price from (${onSaleWith(sql`${courseId}::bigint`, 1)}) p`.execute(db);
  const [offer] = rows;
  return offer && (offer.sale_price === 0 || (await adapters.pay.isReady())) ? offer : null;
}
