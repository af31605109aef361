import { sql } from 'kysely';
import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { refundStatus, orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../../core/app-error.ts';
import type { MemberCall, ById } from '../../../../core/call.ts';
import { clientOf, isForBuyer } from '../buyer-client.ts';
import { mayRequestRefund } from '../refunds/refund-order.ts';
import { presentRow, isoText } from './my-orders.read.ts';

/** What a buyer is shown of refunds: not what was declined, withdrawn or refused by the channel. */
const shownRefunds = new Map<number, 'requested' | 'processing' | 'done'>([
  [refundStatus.requested, 'requested'],
  [refundStatus.processing, 'processing'],
  [refundStatus.done, 'done'],
]);

/** One of the member's own orders, with the actions available. */
export async function getMyOrder(call: MemberCall & ById): Promise<ResponseOf<typeof payOrders.getMyOrder>> {
  const { db } = call.ctx;
  const now = call.ctx.clock();
  const order = await db
    .selectFrom('pay_orders')
    .selectAll()
    .where('id', '=', call.params.id)
    .where('member_id', '=', call.actor.member.id)
    .executeTakeFirst();
  assert(order, 'record.not_found');
  const [granted, history, refunds, setups] = await Promise.all([
    sql<{
      course_id: number;
      end_at: Date | null;
    }>`select course_id, end_at from entitlements where source_type = 'order' and source_id = ${order.id} and kind = 'course' and revoked_at is null`.execute(
      db,
    ),
    db
      .selectFrom('pay_order_logs')
      .select(['action', 'to_status', 'created_at', 'remark'])
      .where('order_id', '=', order.id)
      .where('action', '<>', 'note')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('pay_refunds')
      .select(['id', 'answer', 'status', 'amount', 'manual', 'created_at', 'done_at'])
      .where('order_id', '=', order.id)
      .where('order_status', '<>', 0)
      .orderBy('id')
      .execute(),
    call.ctx.adapters.pay.setups(),
  ]);
  const refund = refunds.at(-1);
  const client = clientOf(call);
  const channels = (await call.ctx.adapters.pay.offered(client)).filter((channel) => isForBuyer(call, channel));
  const snapshot: Partial<ProductSnapshot> = order.product_snapshot;
  const ends = new Map(granted.rows.map((row) => [row.course_id, row.end_at]));
  const isOpen = order.status === orderStatus.pending && order.expire_at !== null && order.expire_at > now;
  return {
    order: {
      ...presentRow(order),
      delivered_at: isoText(order.delivered_at),
      closed_at: isoText(order.closed_at),
      close_reason: order.close_reason,
      refund_amount: order.refund_amount,
      refund_reason: order.refund_reason,
      refund_answer: refund && refund.status !== refundStatus.failed ? refund.answer : '',
      channel: order.channel,
      can_pay: isOpen,
      can_cancel: order.status === orderStatus.pending,
      can_refund: mayRequestRefund(order, snapshot.refund_days ?? 0, now),
      can_withdraw: order.status === orderStatus.refunding && refund?.status === refundStatus.requested,
      refunds: refunds.flatMap(({ id, amount, status, manual, created_at, done_at }) => {
        const state = shownRefunds.get(status);
        return state
          ? [{ id, amount, state, manual, created_at: created_at.toISOString(), done_at: isoText(done_at) }]
          : [];
      }),
      courses: (snapshot.courses ?? []).map(({ id, title }) => ({
        id,
        title,
        end_at: isoText(ends.get(id) ?? null),
        is_open: ends.has(id),
      })),
    },
    history: history.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    channels,
    client,
    elsewhere: setups
      .filter((one) => one.is_ready && isForBuyer(call, one.channel) && !channels.includes(one.channel))
      .map((one) => one.channel),
  };
}
