import type { PayChannel } from '@kaike/shared/domain/commerce/order-status';
import { orderStatus, tradeStatus } from '@kaike/shared/domain/commerce/order-status';
import type { TradeState } from '../../../adapters/pay/port.ts';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { claimMessage } from '../../../core/messages/claim-message.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { isSold } from '../products/public.ts';
import { deliverOrder } from './orders/deliver-order.ts';
import { lockOrder, moveOrder, writeStep, type PayOrder, type Trade } from './orders/orders.store.ts';
import { createRefund } from './refunds/refund-order.ts';

/** `message_id` identifies the notice, which is processed once. */
type Payment = { channel: PayChannel; trade_no: string; state: TradeState; raw?: unknown; message_id?: string };

const currency = 'CNY';

/** A payment that arrives after closing is accepted while the product is still sold at that price. */
async function priceHolds(trx: Db, order: PayOrder): Promise<boolean> {
  const product = await trx
    .selectFrom('products as p')
    .select('p.sale_price')
    .where('p.id', '=', order.product_id)
    .where(isSold)
    .executeTakeFirst();
  return product !== undefined && product.sale_price * order.quantity === order.payable;
}

async function takeMoney(
  trx: Db,
  { order, trade, state, now }: { order: PayOrder; trade: Trade; state: TradeState; now: Date },
): Promise<void> {
  const isLate = order.status === orderStatus.closed;
  const isFirst = order.status === orderStatus.pending || isLate;
  const paid =
    isFirst && (!isLate || (await priceHolds(trx, order)))
      ? await moveOrder(trx, order, {
          action: 'pay',
          set: { paid_at: state.paid_at ?? now, channel: trade.channel, closed_at: null, close_reason: '' },
          remark: isLate ? 'paid_after_close' : '',
          now,
        })
      : null;
  if (paid)
    return addJob(
      trx,
      'deliver_order',
      { order_id: order.id },
      { key: `deliver_order:${order.id}`, priority: jobPriority.first },
    );
  // Paid twice or too late: this payment is refunded in full, and the order stays unchanged.
  await writeStep(trx, order, {
    action: 'note',
    to: order.status,
    remark: isLate ? 'paid_after_close' : 'paid_twice',
    now,
  });
  await createRefund(trx, {
    order,
    trade,
    amount: trade.amount,
    reason: isLate ? 'paid_after_close' : 'paid_twice',
    is_extra: true,
  });
}

/**
 * Settles a payment reported by a verified notice or a query. Amount and currency must match the trade; a repeated report
 * changes nothing. The order is delivered before this returns, or soon after by its job.
 */
export async function settlePayment(
  ctx: Context,
  { channel, trade_no, state, raw, message_id }: Payment,
): Promise<{ order_id: number }> {
  const now = ctx.clock();
  const settled = await ctx.db.transaction().execute(async (trx) => {
    const match = await trx
      .selectFrom('pay_trades')
      .select(['id', 'order_id'])
      .where('trade_no', '=', trade_no)
      .where('channel', '=', channel)
      .executeTakeFirst();
    assert(match, 'pay.unknown_trade');
    // Lock order everywhere: the order first, so that concurrent notices are serialised.
    const order = await lockOrder(trx, match.order_id);
    const trade = await trx
      .selectFrom('pay_trades')
      .selectAll()
      .where('id', '=', match.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    assert(order, 'pay.unknown_trade');
    if (message_id && !(await claimMessage(trx, { sender: `pay:${channel}`, message_id, now })))
      return { order_id: order.id, is_right: true };
    const repeated = trade.status === tradeStatus.succeeded || trade.status === tradeStatus.refunded;
    const isRight = state.amount === trade.amount && state.currency === currency && state.channel_trade_no !== null;
    await trx
      .updateTable('pay_trades')
      .set({
        notify_count: trade.notify_count + 1,
        updated_at: now,
        ...(raw === undefined ? {} : { raw: JSON.stringify(raw) }),
        ...(repeated || !isRight
          ? {}
          : { status: tradeStatus.succeeded, channel_trade_no: state.channel_trade_no, paid_at: state.paid_at ?? now }),
      })
      .where('id', '=', trade.id)
      .execute();
    if (!isRight) {
      await writeStep(trx, order, {
        action: 'note',
        to: order.status,
        remark: `amount_mismatch ${state.amount ?? ''}`,
        now,
      });
      return { order_id: order.id, is_right: false };
    }
    if (!repeated) await takeMoney(trx, { order, trade, state, now });
    return { order_id: order.id, is_right: true };
  });
  if (!settled.is_right) throw new AppError('pay.amount_mismatch');
  await deliverOrder(ctx, settled.order_id);
  return { order_id: settled.order_id };
}
