import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { payChannels } from '@kaike/shared/domain/commerce/order-status';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { queryChannel } from '../check-payment.ts';

/** Return from the channel: the address only identifies the payment, signed where the channel signs it; the state is queried. */
export async function syncOrder(call: MemberCallOf<typeof payOrders.syncOrder>) {
  const channel = payChannels.find((one) => one === call.params.type);
  assert(channel, 'request.not_found');
  const provider = await call.ctx.adapters.pay.find(channel);
  assert(provider, 'request.not_found');
  // Without the parameter our own page adds.
  const back = Object.fromEntries(
    Object.entries(call.raw_query).flatMap(([key, value]) =>
      key !== 'json' && typeof value === 'string' ? [[key, value]] : [],
    ),
  );
  const tradeNo = provider.readReturn(back);
  const trade = await call.ctx.db
    .selectFrom('pay_trades as t')
    .innerJoin('pay_orders as o', 'o.id', 't.order_id')
    .select(['t.trade_no', 't.channel', 't.order_id'])
    .where('t.trade_no', '=', tradeNo)
    .where('t.channel', '=', channel)
    .where('o.member_id', '=', call.actor.member.id)
    .executeTakeFirst();
  assert(trade, 'record.not_found');
  await queryChannel(call.ctx, trade);
  const { status } = await call.ctx.db
    .selectFrom('pay_orders')
    .select('status')
    .where('id', '=', trade.order_id)
    .executeTakeFirstOrThrow();
  return { order_id: trade.order_id, status };
}
