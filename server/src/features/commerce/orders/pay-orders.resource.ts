import { sql } from 'kysely';
import { orderStatus, refundStatus, type OrderStatus } from '@kaike/shared/domain/commerce/order-status';
import { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import { addJob, jobPriority } from '../../../core/job.ts';
import {
  defineBehaviour,
  type ActionRun,
  type ActionResult,
  type FailedRow,
  type RowOf,
} from '../../../kit/behaviour.ts';
import { declineRefund } from './refunds/decline-refund.ts';
import { grantRefund } from './refunds/grant-refund.ts';
import { previewRefund } from './refunds/preview-refund.ts';
import { adminRoutes } from './story.routes.ts';

type Refusal = Omit<FailedRow, 'id'>;

async function eachRow(
  rows: RowOf<typeof payOrders>[],
  work: (order: RowOf<typeof payOrders>) => Promise<Refusal | null>,
): Promise<ActionResult> {
  const failed: FailedRow[] = [];
  for (const row of rows) {
    const refusal = await work(row);
    if (refusal) failed.push({ id: row.id, ...refusal });
  }
  return { changed: rows.length - failed.length, failed };
}

/** Returns a part of what was paid, or approves the buyer's request. */
async function refund(run: ActionRun<typeof payOrders, 'refund'>): Promise<ActionResult> {
  const members = run.rows.map((row) => Number(row.member_id));
  // In ascending order, as every reversal locks them: what is noted as returned may end access at once.
  if (run.input.manual)
    await sql`select id from members where id = any(${members}::bigint[]) order by id for update`.execute(run.trx);
  return eachRow(run.rows, (order) => grantRefund(run, order.id));
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
    return declined ? null : { code: 'order.refund_sent' };
  });
}

/** Enqueues one job per row: querying a channel and writing an order happen outside this transaction. */
function enqueue(
  job: 'deliver_order' | 'close_order' | 'query_order',
  from: readonly OrderStatus[],
): (action: ActionRun<typeof payOrders>) => Promise<ActionResult> {
  return ({ trx, call, rows, input }) =>
    eachRow(rows, async (order) => {
      if (!from.some((status) => status === order.status)) return { code: 'order.state' };
      await addJob(
        trx,
        job,
        { order_id: order.id, operator: call.actor.name, reason: String(input.reason ?? '') },
        { key: `${job}:${order.id}`, priority: jobPriority.first },
      );
      return null;
    });
}

export const payOrdersBehaviour = defineBehaviour(payOrders, {
  computed: {
    // A second payment that went back leaves the order in force.
    refund_asked_at: sql`(select max(f.created_at) from pay_refunds f where f.order_id = r.id and f.order_status <> 0)`,
    refunded_at: sql`(select max(f.done_at) from pay_refunds f where f.order_id = r.id and f.order_status <> 0 and f.status = ${refundStatus.done})`,
    refund_state: sql`case when exists (select 1 from pay_refunds f where f.order_id = r.id and f.order_status <> 0 and f.status = ${refundStatus.processing}) then 'processing'
      when r.refund_amount > 0 and r.refund_amount < r.payable then 'part' end`,
    refund_rest: sql`greatest(r.payable - r.refund_amount, 0)`,
    is_refundable: sql`(r.payable > r.refund_amount or (r.payable = 0 and r.status <> ${orderStatus.refunded}))`,
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
