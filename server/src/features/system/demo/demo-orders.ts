import { orderStatus, tradeStatus, type OrderStatus } from '@kaike/shared/domain/commerce/order-status';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { Secrets } from '../../../core/secrets.ts';
import type { Db } from '../../../db/pool.ts';
import { writeGrant } from '../../commerce/entitlements/public.ts';
import { grantOf, loadHolder, revokeGrant } from '../../commerce/orders/public.ts';
import { createSnapshot } from '../../commerce/products/public.ts';
import { momentAfter } from './demo-learning.ts';
import type { SeededRandom } from './random.ts';

type SeedContext = { trx: Db; random: SeededRandom; now: Date; secrets: Secrets };
type Sale = { member_id: number; agency_id: number | null; product_id: number; joined_at: Date };

const { delivered, pending, closed, refunding, refunded } = orderStatus;
const others = [delivered, pending, closed, refunded];
/** Some buyers ask for their money back, so that the dashboard has something to do. */
const states = [delivered, refunding, ...others, delivered, delivered, ...others];
const [requested, done] = [1, 3];
const minute = 60_000;
const reason = '买错课程';

type Payment = {
  order_id: number;
  trade_no: string;
  title: string;
  amount: number;
  at: Date;
  paid: Date;
  is_refunded: boolean;
};

/** A payment in our tables and in the sandbox's own; without the latter the sandbox could not refund it. */
async function makePayment(
  trx: Db,
  { order_id, trade_no, title, amount, at, paid, is_refunded }: Payment,
): Promise<number> {
  const channelNo = `SB${trade_no}`;
  const trade = await trx
    .insertInto('pay_trades')
    .values({
      order_id,
      trade_no,
      channel: 'sandbox',
      channel_trade_no: channelNo,
      amount,
      notify_count: 1,
      status: is_refunded ? tradeStatus.refunded : tradeStatus.succeeded,
      paid_at: paid,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('sandbox_trades')
    .values({
      trade_no,
      amount,
      title,
      state: is_refunded ? 'refunded' : 'paid',
      channel_trade_no: channelNo,
      paid_at: paid,
      refunded: is_refunded ? amount : 0,
      created_at: at,
    })
    .execute();
  return trade.id;
}

type Refund = {
  order_id: number;
  trade_id: number;
  order_no: string;
  payable: number;
  status: number;
  paid: Date;
  sale: Sale;
};

/** A refund that was made a day after the payment, or one that the buyer asked for an hour and a half ago. */
async function makeRefund({ trx, now, secrets }: SeedContext, refund: Refund): Promise<void> {
  const { order_id, payable, status, sale } = refund;
  const isDone = status === refunded;
  const at = new Date(isDone ? refund.paid.getTime() + 24 * 60 * minute : now.getTime() - 90 * minute);
  await trx
    .insertInto('pay_refunds')
    .values({
      order_id,
      trade_id: refund.trade_id,
      refund_no: `${refund.order_no}R1`,
      amount: payable,
      status: isDone ? done : requested,
      order_status: delivered,
      reason,
      created_at: at,
      done_at: isDone ? at : null,
    })
    .execute();
  if (isDone) await revokeGrant(trx, { order_id, member_id: sale.member_id, reason: 'refund', now: at, secrets });
  await note(trx, { order_id, action: isDone ? 'refund' : 'ask_refund', to: status, at });
}

type Order = { sale: Sale; status: OrderStatus; at: Date };

async function makeOrder(context: SeedContext, { sale, status, at }: Order, index: number): Promise<void> {
  const { trx } = context;
  const paid = status === pending || status === closed ? null : new Date(at.getTime() + minute);
  const over = new Date(at.getTime() + 30 * minute);
  const snapshot = await createSnapshot(trx, sale.product_id);
  const payable = snapshot.sale_price;
  const orderNo = `PO${formatDateTime(at, { format: 'yyyyMMddhhmmss' })}${String(index + 1).padStart(6, '0')}`;
  const order = await trx
    .insertInto('pay_orders')
    .values({
      order_no: orderNo,
      member_id: sale.member_id,
      agency_id: sale.agency_id,
      product_id: sale.product_id,
      product_snapshot: JSON.stringify(snapshot),
      amount: snapshot.list_price || payable,
      discount: Math.max(0, snapshot.list_price - payable),
      payable,
      status,
      created_at: at,
      expire_at: over,
      paid_at: paid,
      delivered_at: paid,
      refund_amount: status === refunded ? payable : 0,
      refund_reason: status === refunded || status === refunding ? reason : '',
      closed_at: status === closed ? over : null,
      close_reason: status === closed ? 'expired' : '',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (status === closed)
    await note(trx, { order_id: order.id, action: 'close', to: closed, at: over, remark: 'expired' });
  if (!paid) return;
  const tradeId = await makePayment(trx, {
    order_id: order.id,
    trade_no: `${orderNo}T1`,
    title: snapshot.title,
    amount: payable,
    at,
    paid,
    is_refunded: status === refunded,
  });
  await note(trx, { order_id: order.id, action: 'pay', to: orderStatus.paid, at: paid });
  const holder = await loadHolder(trx, { member_id: sale.member_id, product_id: sale.product_id, lock: true });
  const grant = grantOf(snapshot, holder.held, paid);
  if (!('refused' in grant))
    await writeGrant(trx, {
      source: { type: 'order', id: order.id },
      member_id: sale.member_id,
      agency_id: sale.agency_id,
      grant,
      now: paid,
      secrets: context.secrets,
    });
  await note(trx, { order_id: order.id, action: 'deliver', to: delivered, at: paid });
  if (status === delivered) return;
  await makeRefund(context, { order_id: order.id, trade_id: tradeId, order_no: orderNo, payable, status, paid, sale });
}

function note(
  trx: Db,
  step: { order_id: number; action: string; to: number; at: Date; remark?: string },
): Promise<unknown> {
  return trx
    .insertInto('pay_order_logs')
    .values({
      order_id: step.order_id,
      action: step.action,
      from_status: pending,
      to_status: step.to,
      remark: step.remark ?? '',
      created_at: step.at,
    })
    .execute();
}

/** Creates one order per sale, in every state, over the 90 days and in the order of time, with its payment and what it opened. */
export async function makeOrders(context: SeedContext, sales: readonly Sale[]): Promise<void> {
  const { random, now } = context;
  const orders = sales.map((sale, index): Order => {
    const status = states[index % states.length] ?? delivered;
    const at = status === pending ? new Date(now.getTime() - 10 * minute) : momentAfter(random, sale.joined_at, now);
    return { sale, status, at };
  });
  const inOrder = orders.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  for (const [index, order] of inOrder.entries()) await makeOrder(context, order, index);
}
