import { orderStatus } from '@kaike/shared/domain/orders/order-status';
import { addJob, type Job } from '../../core/job.ts';
import { checkPayment, closeOrder } from './check-payment.ts';
import { deliverOrder } from './orders/deliver-order.ts';
import { queryOrder } from './query-order.ts';
import { sendRefund } from './refunds/refund-order.ts';

const idOf = (payload: Record<string, unknown>, key = 'order_id'): number => Number(payload[key]);

const deliverOrderJob: Job = {
  name: 'deliver_order',
  run: async (ctx, payload) => void (await deliverOrder(ctx, idOf(payload), String(payload['operator'] ?? ''))),
};

/** Runs when the time to pay is over, and when an order is closed by hand. */
const closeOrderJob: Job = {
  name: 'close_order',
  run: async (ctx, payload) => {
    await closeOrder(ctx, idOf(payload), {
      reason: String(payload['reason'] ?? '') || 'expired',
      operator: String(payload['operator'] ?? ''),
    });
  },
};

const queryOrderJob: Job = { name: 'query_order', run: (ctx, payload) => queryOrder(ctx, idOf(payload)) };

const checkPaymentJob: Job = {
  name: 'check_payment',
  run: (ctx, payload) =>
    checkPayment(ctx, { trade_id: idOf(payload, 'trade_id'), round: Number(payload['round'] ?? 0) }),
};

const sendRefundJob: Job = {
  name: 'send_refund',
  max_attempts: 25,
  run: (ctx, payload) => sendRefund(ctx, idOf(payload, 'refund_id')),
};

/** Safety net for the jobs above: expired orders, and paid ones that were not delivered. */
const tendOrdersJob: Job = {
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

export const orderJobs: readonly Job[] = [
  deliverOrderJob,
  closeOrderJob,
  queryOrderJob,
  checkPaymentJob,
  sendRefundJob,
  tendOrdersJob,
];
