import { orderStatus, refundStatus } from '@kaike/shared/domain/commerce/order-status';
import type { Db } from '../../../../db/pool.ts';
import { writeStep, type PayOrder } from '../orders/orders.store.ts';
import { makeRefundNo, type RefundedOrder } from './refund-order.ts';
import { statusBeforeRefund } from './settle-part.ts';

type Ending = {
  as: 'declined' | 'withdrawn';
  answer?: string;
  operator?: { user_id: number; name: string };
  now: Date;
};

/** Ends the buyer's pending refund request: the locked order returns to its previous status. Null when none is pending. */
export async function endRefundRequest(
  trx: Db,
  order: RefundedOrder,
  { as, answer = '', operator, now }: Ending,
): Promise<PayOrder | null> {
  const request = await trx
    .selectFrom('pay_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('status', '=', refundStatus.requested)
    .executeTakeFirst();
  if (!request || request.order_status === 0 || order.status !== orderStatus.refunding) return null;
  await trx
    .updateTable('pay_refunds')
    .set({ status: refundStatus[as], answer, operator_id: operator?.user_id ?? null })
    .where('id', '=', request.id)
    .execute();
  const back = { to: request.order_status, remark: answer, now };
  return as === 'declined'
    ? writeStep(trx, order, { ...back, action: 'decline_refund', operator: operator?.name ?? '' })
    : writeStep(trx, order, { ...back, action: 'withdraw_refund', set: { refund_reason: '' } });
}

type Decision = { answer: string; operator: { user_id: number; name: string }; now: Date };

/** Abandons a refund the channel refused: the locked order returns to its status before the first try. Null unless the last try was refused. */
async function abandonRefused(
  trx: Db,
  order: RefundedOrder,
  { answer, operator, now }: Decision,
): Promise<PayOrder | null> {
  if (order.status !== orderStatus.refunding) return null;
  const last = await trx
    .selectFrom('pay_refunds')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('order_status', '<>', 0)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!last || last.status !== refundStatus.failed) return null;
  const before = await statusBeforeRefund(trx, order);
  await trx
    .insertInto('pay_refunds')
    .values({
      order_id: order.id,
      trade_id: last.trade_id,
      refund_no: makeRefundNo(order),
      amount: last.amount,
      status: refundStatus.declined,
      reason: last.reason,
      answer,
      operator_id: operator.user_id,
      order_status: before,
    })
    .execute();
  return writeStep(trx, order, {
    action: 'decline_refund',
    to: before,
    operator: operator.name,
    remark: answer,
    now,
  });
}

/** Declines the buyer's request, or abandons a refund the channel refused. Null when the money is on its way or nothing is pending. */
export async function declineRefund(trx: Db, order: RefundedOrder, decision: Decision): Promise<PayOrder | null> {
  return (await endRefundRequest(trx, order, { as: 'declined', ...decision })) ?? abandonRefused(trx, order, decision);
}
