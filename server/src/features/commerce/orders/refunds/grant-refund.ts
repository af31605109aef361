import type { Selectable } from 'kysely';
import { orderActions, orderStatus, refundRest, refundStatus } from '@kaike/shared/domain/commerce/order-status';
import { formatMoney } from '@kaike/shared/kit/format';
import type { payOrders } from '@kaike/shared/resources/commerce/pay-orders';
import type { Database } from '../../../../db/tables.ts';
import type { ActionRun, FailedRow } from '../../../../kit/behaviour.ts';
import { lockOrder, moveOrder, type PayOrder } from '../orders/orders.store.ts';
import { createRefund, enqueueRefund, paidTrade } from './refund-order.ts';
import { settlePart } from './settle-part.ts';

type Run = ActionRun<typeof payOrders, 'refund'>;
type Refusal = Omit<FailedRow, 'id'>;

const refuse = (code: FailedRow['code']): Refusal => ({ code });

function refuseAmount(order: PayOrder, amount: number): Refusal | null {
  const rest = refundRest(order);
  if (amount > rest)
    return { code: 'order.refund_amount', field: 'amount', params: { rest: formatMoney(rest, { decimals: 2 }) } };
  // Nothing left to return; a free order is only taken away.
  const isOver = rest === 0 && (order.payable > 0 || order.status === orderStatus.refunded);
  return isOver ? refuse('order.state') : null;
}

/** Notes a part that the school returned outside of the channel; it counts at once. */
async function noteRefund(
  { trx, call, input, reason }: Run,
  order: PayOrder,
  part: { request?: number; amount: number },
) {
  const now = call.ctx.clock();
  const { amount } = part;
  const access = input.access;
  const refund = part.request
    ? await trx
        .updateTable('pay_refunds')
        .set({
          status: refundStatus.done,
          amount,
          access,
          manual: true,
          done_at: now,
          answer: reason,
          operator_id: call.actor.user_id,
        })
        .where('id', '=', part.request)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await createRefund(trx, {
        order,
        trade: null,
        amount,
        reason,
        access,
        operator_id: call.actor.user_id,
        manual_at: now,
      });
  await settlePart(trx, { order, refund, operator: call.actor.name, remark: reason, now, secrets: call.ctx.secrets });
}

type Request = Pick<Selectable<Database['pay_refunds']>, 'id' | 'amount' | 'status'>;

/** Enqueues a part for the channel of the order's payment. */
async function sendPart(run: Run, order: PayOrder, part: { request: Request | undefined; amount: number }) {
  const { trx, call, input, reason } = run;
  const { request, amount } = part;
  const trade = (await paidTrade(trx, order.id)) ?? null;
  if (!trade && amount > 0) return refuse('order.refund_manual');
  const decision = { amount, access: input.access, operator_id: call.actor.user_id };
  if (request) {
    await trx
      .updateTable('pay_refunds')
      .set({ ...decision, status: refundStatus.processing, answer: reason, trade_id: trade?.id ?? null })
      .where('id', '=', request.id)
      .execute();
    await enqueueRefund(trx, request.id);
    return null;
  }
  await createRefund(trx, { ...decision, order, trade, reason });
  // A refund the channel refused may be retried; the order is already at its refund.
  if (order.status !== orderStatus.refunding)
    await moveOrder(trx, order, {
      action: 'ask_refund',
      set: { refund_reason: reason },
      operator: call.actor.name,
      remark: reason,
      now: call.ctx.clock(),
    });
  return null;
}

/** Returns a part of what was paid, or approves the buyer's request; null when it is on its way or done. */
export async function grantRefund(run: Run, orderId: number): Promise<Refusal | null> {
  const { trx, input } = run;
  const order = await lockOrder(trx, orderId);
  if (!order) return refuse('record.not_found');
  const request = await trx
    .selectFrom('pay_refunds')
    .select(['id', 'amount', 'status'])
    .where('order_id', '=', order.id)
    .where('status', 'in', [refundStatus.requested, refundStatus.processing])
    .where('order_status', '<>', 0)
    .executeTakeFirst();
  if (request?.status === refundStatus.processing) return refuse('order.refund_sent');
  const rest = refundRest(order);
  const amount = Number(input.amount ?? 0) || Math.min(request?.amount ?? rest, rest);
  const refusal = refuseAmount(order, amount);
  if (refusal) return refusal;
  const isOpen = order.status === orderStatus.refunding || orderActions.ask_refund.from.includes(order.status);
  if (!isOpen) return refuse('order.state');
  if (!input.manual) return sendPart(run, order, { request, amount });
  await noteRefund(run, order, { amount, ...(request ? { request: request.id } : {}) });
  return null;
}
