import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus, refundRest, refundStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { AppError, assert } from '../../../../core/app-error.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { closeOrder } from '../check-payment.ts';
import { lockOrder, moveOrder } from './orders.store.ts';
import { queryOrder } from '../query-order.ts';
import { endRefundRequest } from '../refunds/decline-refund.ts';
import { createRefund, mayRequestRefund, paidTrade } from '../refunds/refund-order.ts';

type UpdateCall = MemberCallOf<typeof payOrders.updateOrder>;

async function requestRefund(call: UpdateCall, orderId: number): Promise<number> {
  const now = call.ctx.clock();
  const reason = call.body.reason ?? '';
  if (reason === '')
    throw new AppError('request.invalid', { failures: { reason: [{ rule: 'required', params: [] }] } });
  return call.ctx.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    assert(order && order.member_id === call.actor.member.id, 'record.not_found');
    // Already requested: idempotent.
    if (order.status === orderStatus.refunding) return order.status;
    assert(
      mayRequestRefund(order, order.product_snapshot.refund_days ?? 0, now),
      order.status === orderStatus.delivered ? 'order.refund_late' : 'order.state',
    );
    await createRefund(trx, {
      order,
      trade: (await paidTrade(trx, order.id)) ?? null,
      amount: refundRest(order),
      reason,
      status: refundStatus.requested,
    });
    const moved = await moveOrder(trx, order, {
      action: 'ask_refund',
      set: { refund_reason: reason },
      remark: reason,
      now,
    });
    assert(moved, 'order.state');
    return moved.status;
  });
}

/** Withdraws a pending refund request; not possible once the money is on its way. */
async function withdraw(call: UpdateCall, orderId: number): Promise<number> {
  return call.ctx.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    assert(order && order.member_id === call.actor.member.id, 'record.not_found');
    const back = await endRefundRequest(trx, order, { as: 'withdrawn', now: call.ctx.clock() });
    if (back) return back.status;
    // Already withdrawn: idempotent.
    const last = await trx
      .selectFrom('pay_refunds')
      .select('status')
      .where('order_id', '=', orderId)
      .where('order_status', '<>', 0)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    assert(last?.status === refundStatus.withdrawn, 'order.state');
    return order.status;
  });
}

/** Queries the channels for a buyer who reports having paid. */
async function check(call: UpdateCall, orderId: number): Promise<number> {
  const read = () =>
    call.ctx.db
      .selectFrom('pay_orders')
      .select('status')
      .where('id', '=', orderId)
      .where('member_id', '=', call.actor.member.id)
      .executeTakeFirst();
  assert(await read(), 'record.not_found');
  await queryOrder(call.ctx, orderId);
  return (await read())?.status ?? orderStatus.pending;
}

/** Member actions: cancel an unpaid order, check its payment, request a refund, or withdraw the request. */
export async function updateOrder(call: UpdateCall): Promise<ResponseOf<typeof payOrders.updateOrder>> {
  const { id } = call.params;
  if (call.body.action === 'refund') return { status: await requestRefund(call, id) };
  if (call.body.action === 'withdraw') return { status: await withdraw(call, id) };
  if (call.body.action === 'check') return { status: await check(call, id) };
  const order = await call.ctx.db
    .selectFrom('pay_orders')
    .select(['id', 'status'])
    .where('id', '=', id)
    .where('member_id', '=', call.actor.member.id)
    .executeTakeFirst();
  assert(order, 'record.not_found');
  assert(order.status === orderStatus.pending || order.status === orderStatus.closed, 'order.state');
  assert(await closeOrder(call.ctx, id, { reason: 'buyer' }), 'order.state');
  return { status: orderStatus.closed };
}
