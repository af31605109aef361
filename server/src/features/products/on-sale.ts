import { sql, type RawBuilder } from 'kysely';
import type { CourseOffer } from '@kaike/shared/contracts/courses';
import { productStatus } from '@kaike/shared/domain/orders/product-status';
import type { Db } from '../../db/pool.ts';

/** Products on sale that contain a course, cheapest first. */
export const onSaleWith = (
  courseId: RawBuilder<unknown>,
  most: number,
): RawBuilder<unknown> => sql`select * from products
  where course_ids @> array[${courseId}] and status = ${productStatus.on} and deleted_at is null order by sale_price, id limit ${most}`;

/** Whether the shop has anything. */
export async function isAnythingOnSale(db: Db): Promise<boolean> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('status', '=', productStatus.on)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return product !== undefined;
}

/** The offer for a member without full access to a course. */
export async function readOffer(db: Db, courseId: number): Promise<CourseOffer> {
  const { rows } = await sql<
    NonNullable<CourseOffer>
  >`select id, title, sale_price from (${onSaleWith(sql`${courseId}::bigint`, 1)}) p`.execute(db);
  return rows[0] ?? null;
}
