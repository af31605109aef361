import { sql } from 'kysely';
import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../core/call.ts';
import { isSold } from '../../products/public.ts';

/** Everything on sale. */
export async function listProducts(call: MemberCall): Promise<ResponseOf<typeof payOrders.listProducts>> {
  const { rows } = await sql<
    ResponseOf<typeof payOrders.listProducts>['products'][number]
  >`select id, title, intro, cover, type, list_price, sale_price,
      cardinality(course_ids) as course_count, ai_seconds from products p where ${isSold} order by id desc limit 200`.execute(
    call.ctx.db,
  );
  return { products: rows };
}
