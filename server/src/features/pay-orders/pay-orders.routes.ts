import * as payOrders from '@kaike/shared/contracts/pay-orders';
import { payChannels } from '@kaike/shared/domain/orders/order-status';
import { assert } from '../../core/app-error.ts';
import { route } from '../../core/route.ts';
import type { MemberCallOf } from '../../core/call.ts';
import type { Feature } from '../feature.ts';
import { queryChannel } from './check-payment.ts';
import { createOrder } from './orders/create-order.ts';
import { readMyOrder, readMyOrders, readProduct, readProducts } from './orders/my-orders.read.ts';
import { payOrder } from './pay-order.ts';
import { mountNotices, payNotices } from './receive-notice.ts';
import { showCashier, useCashier } from './sandbox-cashier.ts';
import { updateOrder } from './orders/update-order.ts';

const often = { by: 'user', max: 30, seconds: 60 } as const;
const stranger = { by: 'ip', max: 60, seconds: 60 } as const;

/** Return from the channel: the address only identifies the payment, signed where the channel signs it; the state is queried. */
async function syncOrder(call: MemberCallOf<typeof payOrders.syncOrder>) {
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

/** Buying: products, orders, payments, and the sandbox cashier. A purchase also activates a member. */
export const payOrdersFeature: Feature = {
  routes: [
    route.member(payOrders.listProducts, { handler: readProducts }),
    route.member(payOrders.getProduct, { handler: readProduct }),
    route.member(payOrders.listMyOrders, { handler: readMyOrders }),
    route.member(payOrders.createOrder, { handler: createOrder, limit: often }),
    route.member(payOrders.syncOrder, { handler: syncOrder, limit: often }),
    route.member(payOrders.getMyOrder, { handler: readMyOrder }),
    route.member(payOrders.payOrder, { handler: payOrder, limit: often }),
    route.member(payOrders.updateOrder, { handler: updateOrder, limit: often }),
    route.open(payOrders.getCashier, { handler: showCashier, limit: stranger }),
    route.open(payOrders.payAtCashier, { handler: useCashier, limit: stranger }),
  ],
  notices: payNotices,
  mount: mountNotices,
};
