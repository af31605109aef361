import {
  endsAccess,
  orderStatus,
  refundRest,
  refundStatus,
  tradeStatus,
  type OrderStatus,
  type RefundAccess,
} from '@kaike/shared/domain/commerce/order-status';
import { formatMoney } from '@kaike/shared/kit/format';
import type { Db } from '../../../../db/pool.ts';
import { revokeGrant } from '../orders/grant-order.ts';
import { moveOrder, writeStep, type PayOrder, type OrderState } from '../orders/orders.store.ts';
import type { Signer } from '../../ledgers/public.ts';

/** The status of an order outside of its refund: its own, or the one before the refund it is at, with all tries of it. */
export async function statusBeforeRefund(trx: Db, order: OrderState): Promise<OrderStatus> {
  if (order.status !== orderStatus.refunding) return order.status;
  const row = await trx
    .selectFrom('pay_refunds')
    .select('order_status')
    .where('order_id', '=', order.id)
    .where('order_status', 'not in', [0, orderStatus.refunding])
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.order_status || orderStatus.delivered;
}

/** A payment is refunded once all of it went back; until then it still has the rest. */
export async function settleTrade(trx: Db, tradeId: number, now: Date): Promise<void> {
  await trx
    .updateTable('pay_trades as t')
    .set({ status: tradeStatus.refunded, updated_at: now })
    .where('t.id', '=', tradeId)
    .where('t.amount', '<=', (where) =>
      where
        .selectFrom('pay_refunds as f')
        .select(({ fn }) => fn.sum<number>('f.amount').as('sum'))
        .whereRef('f.trade_id', '=', 't.id')
        .where('f.status', '=', refundStatus.done),
    )
    .execute();
}

/** The order whose money was returned; one abandoned after the channel's refusal is reopened. Null when its status does not allow it. */
async function reopen(trx: Db, order: PayOrder, now: Date): Promise<PayOrder | null> {
  return order.status === orderStatus.refunding
    ? order
    : moveOrder(trx, order, { action: 'ask_refund', remark: 'refund_arrived', now });
}

/** Another refund of the order that waits for the school or the channel goes back to where the order is by now. */
async function settleOthers(
  trx: Db,
  order: OrderState,
  { refund_id, to }: { refund_id: number; to: OrderStatus },
): Promise<boolean> {
  const others = await trx
    .updateTable('pay_refunds')
    .set({ order_status: to })
    .where('order_id', '=', order.id)
    .where('id', '<>', refund_id)
    .where('order_status', '<>', 0)
    .where('status', 'in', [refundStatus.requested, refundStatus.processing])
    .returning(['id', 'status'])
    .execute();
  const request = others.find(({ status }) => status === refundStatus.requested);
  if (to !== orderStatus.refunded || !request) return others.length > 0;
  // Nothing is left of what was requested.
  await trx.updateTable('pay_refunds').set({ status: refundStatus.declined }).where('id', '=', request.id).execute();
  return others.length > 1;
}

type ArrivedPart = {
  order: PayOrder;
  refund: { id: number; amount: number; access: RefundAccess; manual?: boolean };
  operator?: string;
  remark?: string;
  now: Date;
  secrets: Signer;
};

/**
 * Counts a part that has arrived, once, on the locked order. The order is refunded when everything is back or what it opened is
 * taken away with this part; else it goes back to where it was.
 */
export async function settlePart(
  trx: Db,
  { order, refund, operator = '', remark = '', now, secrets }: ArrivedPart,
): Promise<void> {
  const rest = refundRest(order);
  const before = await statusBeforeRefund(trx, order);
  const open = refund.manual ? order : await reopen(trx, order, now);
  if (!open) return;
  const isOver = endsAccess(refund.access, rest, refund.amount);
  if (isOver)
    await revokeGrant(trx, { order_id: order.id, member_id: order.member_id, reason: 'refund', now, secrets });
  const to = isOver || refund.amount >= rest ? orderStatus.refunded : before;
  const isWaiting = await settleOthers(trx, order, { refund_id: refund.id, to });
  await writeStep(trx, open, {
    action: 'refund',
    to: isWaiting ? orderStatus.refunding : to,
    set: { refund_amount: order.refund_amount + refund.amount },
    operator,
    remark: [formatMoney(refund.amount, { decimals: 2 }), remark].filter((text) => text !== '').join(' · '),
    now,
  });
}
