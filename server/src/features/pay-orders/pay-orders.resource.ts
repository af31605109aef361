import { sql } from 'kysely';
import { orderStatus, type OrderStatus } from '@kaike/shared/domain/orders/order-status';
import { payOrders } from '@kaike/shared/resources/pay-orders';
import { addJob } from '../../core/job.ts';
import { defineBehaviour, type ActionRun, type ActionResult, type FailedRow, type RowOf } from '../../kit/behaviour.ts';
import { moveOrder } from './orders/orders.store.ts';
import { previewRefund } from './refunds/preview-refund.ts';
import { createRefund, declineRefund, paidTrade, refundStatus, enqueueRefund } from './refunds/refund-order.ts';
import { adminRoutes } from './story.routes.ts';

async function eachRow(
  rows: RowOf<typeof payOrders>[],
  work: (order: RowOf<typeof payOrders>) => Promise<FailedRow['code'] | null>,
): Promise<ActionResult> {
  const failed: FailedRow[] = [];
  for (const row of rows) {
    const code = await work(row);
    if (code) failed.push({ id: row.id, code, ...(code === 'order.refund_amount' ? { field: 'amount' } : {}) });
  }
  return { changed: rows.length - failed.length, failed };
}

/** Approves the buyer's refund request, or starts a refund on the school's initiative. */
async function refund({ trx, call, rows, input }: ActionRun<typeof payOrders, 'refund'>): Promise<ActionResult> {
  const now = call.ctx.clock();
  const reason = String(input.reason ?? '');
  return eachRow(rows, async (order) => {
    const trade = (await paidTrade(trx, order.id)) ?? null;
    const amount = Number(input.amount ?? 0) || order.payable;
    if (amount > order.payable) return 'order.refund_amount';
    const request = await trx
      .selectFrom('pay_refunds')
      .selectAll()
      .where('order_id', '=', order.id)
      .where('status', 'in', [refundStatus.requested, refundStatus.processing])
      .where('order_status', '<>', 0)
      .executeTakeFirst();
    if (request?.status === refundStatus.processing) return 'order.refund_sent';
    if (request) {
      await trx
        .updateTable('pay_refunds')
        .set({ status: refundStatus.processing, amount, answer: reason, operator_id: call.actor.user_id })
        .where('id', '=', request.id)
        .execute();
      await enqueueRefund(trx, request.id);
      return null;
    }
    // A refund the channel refused may be retried; the order is already at its refund.
    const moved =
      order.status === orderStatus.refunding
        ? order
        : await moveOrder(trx, order, {
            action: 'ask_refund',
            set: { refund_reason: reason },
            operator: call.actor.name,
            remark: reason,
            now,
          });
    if (!moved) return 'order.state';
    await createRefund(trx, { order, trade, amount, reason, operator_id: call.actor.user_id });
    return null;
  });
}

async function decline({
  trx,
  call,
  rows,
  input,
}: ActionRun<typeof payOrders, 'decline-refund'>): Promise<ActionResult> {
  const now = call.ctx.clock();
  const reason = String(input.reason ?? '');
  return eachRow(rows, async (order) => {
    const declined = await declineRefund(trx, order, { answer: reason, operator: call.actor, now });
    return declined ? null : 'order.refund_sent';
  });
}

/** Enqueues one job per row: querying a channel and writing an order happen outside this transaction. */
function enqueue(
  job: 'deliver_order' | 'close_order' | 'query_order',
  from: readonly OrderStatus[],
): (action: ActionRun<typeof payOrders>) => Promise<ActionResult> {
  return ({ trx, call, rows, input }) =>
    eachRow(rows, async (order) => {
      if (!from.some((status) => status === order.status)) return 'order.state';
      await addJob(
        trx,
        job,
        { order_id: order.id, operator: call.actor.name, reason: String(input.reason ?? '') },
        { key: `${job}:${order.id}` },
      );
      return null;
    });
}

export const payOrdersBehaviour = defineBehaviour(payOrders, {
  computed: {
    // A second payment that went back leaves the order in force.
    refund_asked_at: sql`(select max(f.created_at) from pay_refunds f where f.order_id = r.id and f.order_status <> 0)`,
    refunded_at: sql`(select max(f.done_at) from pay_refunds f where f.order_id = r.id and f.order_status <> 0 and f.status = ${refundStatus.done})`,
    refund_state: sql`(select 'processing' from pay_refunds f where f.order_id = r.id and f.order_status <> 0 and f.status = ${refundStatus.processing} limit 1)`,
  },
  dryRunNotes: { refund: previewRefund },
  actions: {
    refund,
    'decline-refund': decline,
    deliver: enqueue('deliver_order', [orderStatus.paid, orderStatus.delivery_failed]),
    query: enqueue('query_order', [orderStatus.pending]),
    close: enqueue('close_order', [orderStatus.pending]),
  },
  routes: adminRoutes,
});
