import { orderStatus } from '@kaike/shared/domain/order-status';
import { checkPayment, closeOrder, deliverOrder, queryOrder, sendRefund } from '../features/pay-orders/public.ts';
import { addJob, type Job } from './job.ts';

const idOf = (payload: Record<string, unknown>, key = 'order_id'): number => Number(payload[key]);

export const deliverOrderJob: Job = {
  name: 'deliver_order',
  run: async (ctx, payload) => void (await deliverOrder(ctx, idOf(payload), String(payload['operator'] ?? ''))),
};

/** Runs when the time to pay is over, and when an order is closed by hand. */
export const closeOrderJob: Job = {
  name: 'close_order',
  run: async (ctx, payload) => {
    await closeOrder(ctx, idOf(payload), {
      reason: String(payload['reason'] ?? '') || 'expired',
      operator: String(payload['operator'] ?? ''),
    });
  },
};

export const queryOrderJob: Job = { name: 'query_order', run: (ctx, payload) => queryOrder(ctx, idOf(payload)) };

export const checkPaymentJob: Job = {
  name: 'check_payment',
  run: (ctx, payload) =>
    checkPayment(ctx, { trade_id: idOf(payload, 'trade_id'), round: Number(payload['round'] ?? 0) }),
};

export const sendRefundJob: Job = {
  name: 'send_refund',
  max_attempts: 25,
  run: (ctx, payload) => sendRefund(ctx, idOf(payload, 'refund_id')),
};

/** Safety net for the jobs above: expired orders, and paid ones that were not delivered. */
export const tendOrdersJob: Job = {
  name: 'tend_orders',
  cron: '*/5 * * * *',
  async run(ctx) {
    const now = ctx.clock();
    const over = await ctx.db
      .selectFrom('pay_orders')
      .select('id')
      .where('status', '=', orderStatus.pending)
      .where('expire_at', '<', now)
      .limit(500)
      .execute();
    for (const { id } of over) await addJob(ctx.db, 'close_order', { order_id: id }, { key: `close_order:${id}` });
    const paid = await ctx.db
      .selectFrom('pay_orders')
      .select('id')
      .where('status', '=', orderStatus.paid)
      .limit(500)
      .execute();
    for (const { id } of paid) await addJob(ctx.db, 'deliver_order', { order_id: id }, { key: `deliver_order:${id}` });
  },
};
