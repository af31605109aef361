import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import { addJob, jobPriority, type AnyJob, type Job } from '../../../core/job.ts';
import { checkPayment, closeOrder } from './check-payment.ts';
import { deliverOrder } from './orders/deliver-order.ts';
import { queryOrder } from './query-order.ts';
import { sendRefund } from './refunds/refund-order.ts';

/** `operator` is empty when the system works by itself. */
type OrderWork = { order_id: number; operator?: string; reason?: string };

declare module '../../../core/job.ts' {
  interface JobPayloads {
    deliver_order: OrderWork;
    close_order: OrderWork;
    query_order: OrderWork;
    check_payment: { trade_id: number; round: number };
    send_refund: { refund_id: number };
  }
}

const deliverOrderJob: Job<'deliver_order'> = {
  name: 'deliver_order',
  run: async (ctx, { order_id: id, operator = '' }) => void (await deliverOrder(ctx, id, operator)),
};

/** Runs when the time to pay is over, and when an order is closed by hand. */
const closeOrderJob: Job<'close_order'> = {
  name: 'close_order',
  lane: 'vendors',
  run: async (ctx, { order_id: id, operator = '', reason = '' }) =>
    void (await closeOrder(ctx, id, { reason: reason || 'expired', operator })),
};

const queryOrderJob: Job<'query_order'> = {
  name: 'query_order',
  lane: 'vendors',
  run: (ctx, { order_id: id }) => queryOrder(ctx, id),
};

const checkPaymentJob: Job<'check_payment'> = { name: 'check_payment', lane: 'vendors', run: checkPayment };

const sendRefundJob: Job<'send_refund'> = {
  name: 'send_refund',
  lane: 'vendors',
  max_attempts: 25,
  run: (ctx, { refund_id: id }) => sendRefund(ctx, id),
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
    for (const { id } of paid)
      await addJob(
        ctx.db,
        'deliver_order',
        { order_id: id },
        { key: `deliver_order:${id}`, priority: jobPriority.first },
      );
  },
};

export const ordersJobs: readonly AnyJob[] = [
  deliverOrderJob,
  closeOrderJob,
  queryOrderJob,
  checkPaymentJob,
  sendRefundJob,
  tendOrdersJob,
];
