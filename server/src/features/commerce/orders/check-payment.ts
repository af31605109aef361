import { orderStatus, tradeStatus } from '@kaike/shared/domain/commerce/order-status';
import type { Context } from '../../../core/context.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { lockOrder, moveOrder, type Trade } from './orders/orders.store.ts';
import { checkAfterSec } from './handlers/pay-order.ts';
import { settlePayment } from './settle-payment.ts';

/** Queries the channel for the state of a payment attempt; only its response counts. */
export async function queryChannel(
  ctx: Context,
  trade: Pick<Trade, 'trade_no' | 'channel'>,
): Promise<'paid' | 'open' | 'closed'> {
  const { channel } = trade;
  const provider = await ctx.adapters.pay.find(channel);
  if (!provider) return 'open';
  const state = await provider.query(trade.trade_no);
  if (state.state === 'paid') {
    await settlePayment(ctx, { channel, trade_no: trade.trade_no, state });
    return 'paid';
  }
  return state.state === 'closed' ? 'closed' : 'open';
}

/** Queries again at growing intervals while an attempt is open: no channel guarantees its notice. */
export async function checkPayment(
  ctx: Context,
  { trade_id, round }: { trade_id: number; round: number },
): Promise<void> {
  const trade = await ctx.db.selectFrom('pay_trades').selectAll().where('id', '=', trade_id).executeTakeFirst();
  if (!trade || trade.status !== tradeStatus.created || (await queryChannel(ctx, trade)) !== 'open') return;
  const pause = checkAfterSec[round + 1];
  if (pause !== undefined)
    await addJob(
      ctx.db,
      'check_payment',
      { trade_id, round: round + 1 },
      {
        key: `check_payment:${trade_id}`,
        run_at: new Date(ctx.clock().getTime() + pause * 1000),
        priority: jobPriority.first,
      },
    );
}

/** Closes an unpaid order: queries the channels, closes open attempts there, then the order here. Returns whether it is closed. */
export async function closeOrder(
  ctx: Context,
  orderId: number,
  why: { reason: string; operator?: string },
): Promise<boolean> {
  const trades = await ctx.db
    .selectFrom('pay_trades')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', tradeStatus.created)
    .execute();
  for (const trade of trades) {
    if ((await queryChannel(ctx, trade)) === 'paid') return false;
    await (await ctx.adapters.pay.find(trade.channel))?.close(trade.trade_no);
    // Paid between query and close: the channel refuses to close, and the next query shows the payment.
    if ((await queryChannel(ctx, trade)) === 'paid') return false;
  }
  const now = ctx.clock();
  return ctx.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order || order.status !== orderStatus.pending) return order?.status === orderStatus.closed;
    await trx
      .updateTable('pay_trades')
      .set({ status: tradeStatus.closed, updated_at: now })
      .where('order_id', '=', orderId)
      .where('status', '=', tradeStatus.created)
      .execute();
    return (
      (await moveOrder(trx, order, {
        action: 'close',
        set: { closed_at: now, close_reason: why.reason },
        operator: why.operator ?? '',
        remark: why.reason,
        now,
      })) !== null
    );
  });
}
