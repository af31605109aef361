import { randomInt } from 'node:crypto';
import type { Selectable } from 'kysely';
import {
  orderStatus,
  refundStatus,
  tradeStatus,
  type PayChannel,
  type RefundAccess,
} from '@kaike/shared/domain/commerce/order-status';
import { AdapterError } from '../../../../core/adapter-error.ts';
import type { NewRefund, PayProvider, RefundState } from '../../../../adapters/pay/port.ts';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Database } from '../../../../db/tables.ts';
import { assert } from '../../../../core/app-error.ts';
import { addJob, jobPriority } from '../../../../core/job.ts';
import { lockOrder, type PayOrder, type Trade } from '../orders/orders.store.ts';
import { settlePart, settleTrade, statusBeforeRefund } from './settle-part.ts';

export type RefundedOrder = Pick<PayOrder, 'id' | 'order_no' | 'status'>;
type RefundRequest = {
  order: RefundedOrder;
  trade: Trade | null;
  amount: number;
  reason: string;
  operator_id?: number;
  is_extra?: boolean;
  status?: number;
  access?: RefundAccess;
  /** Returned outside of the channel, and so at once. */
  manual_at?: Date;
};

const suffixDigits = 12;

/** Channels know a refund by this number: with few digits, two refunds of one order would now and then be the same. */
export const makeRefundNo = (order: RefundedOrder): string =>
  `${order.order_no}R${String(randomInt(10 ** suffixDigits)).padStart(suffixDigits, '0')}`;

/** Creates a refund and enqueues it when it is `processing`; the caller moves the order. */
export async function createRefund(
  trx: Db,
  { order, trade, amount, reason, operator_id, is_extra, access = 'auto', manual_at: doneAt, ...more }: RefundRequest,
): Promise<Selectable<Database['pay_refunds']>> {
  const status = doneAt ? refundStatus.done : (more.status ?? refundStatus.processing);
  const refund = await trx
    .insertInto('pay_refunds')
    .values({
      order_id: order.id,
      trade_id: trade?.id ?? null,
      refund_no: makeRefundNo(order),
      amount,
      status,
      reason,
      access,
      manual: doneAt !== undefined,
      done_at: doneAt ?? null,
      operator_id: operator_id ?? null,
      order_status: is_extra ? 0 : await statusBeforeRefund(trx, order),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status === refundStatus.processing) await enqueueRefund(trx, refund.id);
  return refund;
}

export const enqueueRefund = (trx: Db, refundId: number): Promise<void> =>
  addJob(trx, 'send_refund', { refund_id: refundId }, { key: `send_refund:${refundId}`, priority: jobPriority.first });

/** The order's own payment; an extra one, such as a double payment, is marked by its refund. */
export async function paidTrade(trx: Db, orderId: number): Promise<Trade | undefined> {
  return trx
    .selectFrom('pay_trades')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('status', '=', tradeStatus.succeeded)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('pay_refunds as r')
            .select('r.id')
            .whereRef('r.trade_id', '=', 'pay_trades.id')
            .where('r.order_status', '=', 0),
        ),
      ),
    )
    .orderBy('id')
    .executeTakeFirst();
}

async function finish(
  ctx: Context,
  { refund_id, channel_refund_no }: { refund_id: number; channel_refund_no: string | null },
): Promise<void> {
  const now = ctx.clock();
  await ctx.db.transaction().execute(async (trx) => {
    const row = await trx
      .selectFrom('pay_refunds')
      .select(['order_id'])
      .where('id', '=', refund_id)
      .executeTakeFirstOrThrow();
    const order = await lockOrder(trx, row.order_id);
    const refund = await trx
      .selectFrom('pay_refunds')
      .selectAll()
      .where('id', '=', refund_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (!order || refund.status === refundStatus.done) return;
    await trx
      .updateTable('pay_refunds')
      .set({ status: refundStatus.done, done_at: now, channel_refund_no })
      .where('id', '=', refund.id)
      .execute();
    if (refund.trade_id !== null) await settleTrade(trx, refund.trade_id, now);
    if (refund.order_status !== 0) await settlePart(trx, { order, refund, now, secrets: ctx.secrets });
  });
}

/** If the refund was sent before, queries the channel first and sends it again only when unknown there. */
async function sendOrQuery(provider: PayProvider, request: NewRefund, wasSent: boolean): Promise<RefundState> {
  return (wasSent ? await provider.queryRefund(request) : null) ?? provider.refund(request);
}

async function fail(ctx: Context, refundId: number, message: string): Promise<void> {
  await ctx.db
    .updateTable('pay_refunds')
    .set({ status: refundStatus.failed, answer: message })
    .where('id', '=', refundId)
    .where('status', '=', refundStatus.processing)
    .execute();
}

/** Sends a refund to the channel under its own number and stores the outcome; while processing, it throws so that the job queue retries. */
export async function sendRefund(ctx: Context, refundId: number): Promise<void> {
  const refund = await ctx.db
    .selectFrom('pay_refunds as r')
    .leftJoin('pay_trades as t', 't.id', 'r.trade_id')
    .select([
      'r.id',
      'r.refund_no',
      'r.amount',
      'r.reason',
      'r.status',
      'r.sent_at',
      't.trade_no',
      't.channel',
      't.amount as total',
    ])
    .where('r.id', '=', refundId)
    .executeTakeFirst();
  if (!refund || refund.status !== refundStatus.processing) return;
  if (refund.trade_no === null || refund.total === null || refund.channel === null) {
    // A free order: nothing was paid, nothing is sent.
    return refund.amount === 0
      ? finish(ctx, { refund_id: refund.id, channel_refund_no: null })
      : fail(ctx, refund.id, 'not paid');
  }
  const provider = await ctx.adapters.pay.find(refund.channel);
  if (!provider) throw new Error(`the channel ${refund.channel} of a refund is switched off`);
  await ctx.db
    .updateTable('pay_refunds')
    .set({ sent_at: ctx.clock() })
    .where('id', '=', refund.id)
    .where('sent_at', 'is', null)
    .execute();
  const request = {
    trade_no: refund.trade_no,
    refund_no: refund.refund_no,
    amount: refund.amount,
    total: refund.total,
    reason: refund.reason,
  };
  const state = await sendOrQuery(provider, request, refund.sent_at !== null);
  if (state.state === 'done') return finish(ctx, { refund_id: refund.id, channel_refund_no: state.channel_refund_no });
  if (state.state === 'processing') throw new AdapterError('unavailable', { reason: 'refund_processing' });
  await fail(ctx, refund.id, state.message);
}

type RefundNotice = { channel: PayChannel; trade_no: string; refund_no: string; state: RefundState };

/** Applies a verified refund notice. An unknown refund, such as one made by hand at the channel, is only logged. */
export async function settleRefund(ctx: Context, { channel, trade_no, refund_no, state }: RefundNotice): Promise<void> {
  const refund = await ctx.db
    .selectFrom('pay_refunds as r')
    .innerJoin('pay_trades as t', 't.id', 'r.trade_id')
    .select(['r.id', 'r.amount', 'r.status'])
    .where('r.refund_no', '=', refund_no)
    .where('t.trade_no', '=', trade_no)
    .where('t.channel', '=', channel)
    .executeTakeFirst();
  if (!refund) {
    ctx.log.error({ channel, refund_no }, 'the channel tells of a refund nobody here has asked for');
    return;
  }
  assert(state.amount === null || state.amount === refund.amount, 'pay.amount_mismatch');
  if (state.state === 'done') await finish(ctx, { refund_id: refund.id, channel_refund_no: state.channel_refund_no });
  else if (state.state === 'failed') await fail(ctx, refund.id, state.message);
  else if (refund.status === refundStatus.processing) await enqueueRefund(ctx.db, refund.id);
}

/** Whether the buyer may request a refund, by the product's refund days. */
export function mayRequestRefund(order: PayOrder, refundDays: number, now: Date): boolean {
  const { status } = order;
  if (status === orderStatus.paid || status === orderStatus.delivery_failed) return true;
  return (
    status === orderStatus.delivered &&
    order.delivered_at !== null &&
    now.getTime() < order.delivered_at.getTime() + refundDays * 86_400_000
  );
}
