import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { presentRow } from './my-orders.read.ts';

const perPage = 20;

/** The member's own orders, newest first. */
export async function listMyOrders(
  call: MemberCallOf<typeof payOrders.listMyOrders>,
): Promise<ResponseOf<typeof payOrders.listMyOrders>> {
  const { status, page } = call.query;
  let query = call.ctx.db
    .selectFrom('pay_orders')
    .selectAll()
    .where('member_id', '=', call.actor.member.id)
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .offset(((page ?? 1) - 1) * perPage);
  if (status) query = query.where('status', '=', status);
  const rows = await query.execute();
  return { orders: rows.slice(0, perPage).map(presentRow), has_more: rows.length > perPage };
}
