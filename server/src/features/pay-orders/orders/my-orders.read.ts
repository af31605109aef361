import { sql } from 'kysely';
import type * as payOrders from '@kaike/shared/contracts/pay-orders';
import { orderStatus, refundStatus } from '@kaike/shared/domain/orders/order-status';
import type { ProductSnapshot } from '@kaike/shared/domain/orders/product-snapshot';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { assert } from '../../../core/app-error.ts';
import type { ById, MemberCall, MemberCallOf } from '../../../core/call.ts';
import { isSold, takeOffer } from '../../products/public.ts';
import { clientOf, isForBuyer } from '../buyer-client.ts';
import { refusalOf } from './create-order.ts';
import { grantOf, readHolder } from './grant-order.ts';
import type { Order } from './orders.store.ts';
import { mayRequestRefund } from '../refunds/refund-order.ts';

const perPage = 20;
const text = (moment: Date | null): string | null => moment?.toISOString() ?? null;

/** Everything on sale. */
export async function readProducts(call: MemberCall): Promise<ResponseOf<typeof payOrders.listProducts>> {
  const { rows } = await sql<
    ResponseOf<typeof payOrders.listProducts>['products'][number]
  >`select id, title, intro, cover, type, list_price, sale_price,
      cardinality(course_ids) as course_count, ai_seconds from products p where ${isSold} order by id desc limit 200`.execute(
    call.ctx.db,
  );
  return { products: rows };
}

/** One product, with what it would grant until when and whether it may be bought. */
export async function readProduct(call: MemberCall & ById): Promise<ResponseOf<typeof payOrders.getProduct>> {
  const { ctx } = call;
  const now = ctx.clock();
  const memberId = call.actor.member.id;
  const snapshot = await takeOffer(ctx.db, call.params.id);
  const [refusal, holder, pending, setups] = await Promise.all([
    refusalOf(ctx.db, { snapshot, member_id: memberId, now }),
    readHolder(ctx.db, { member_id: memberId, product_id: snapshot.product_id }),
    ctx.db
      .selectFrom('pay_orders')
      .select('id')
      .where('member_id', '=', memberId)
      .where('product_id', '=', snapshot.product_id)
      .where('status', '=', orderStatus.pending)
      .where('expire_at', '>', now)
      .executeTakeFirst(),
    ctx.adapters.pay.setups(),
  ]);
  const grant = grantOf(snapshot, holder.held, now);
  const byId = new Map('refused' in grant ? [] : grant.courses.map((one) => [one.course.id, one]));
  const {
    product_id: id,
    courses,
    fixed_end_at: _end,
    sn: _sn,
    stack_rule: _rule,
    per_member_limit: _limit,
    ...product
  } = snapshot;
  return {
    product: { ...product, id, course_count: courses.length },
    courses: courses.map((course) => ({
      ...course,
      end_at: text(byId.get(course.id)?.end_at ?? null),
      effect: byId.get(course.id)?.effect ?? 'none',
    })),
    refusal: refusal ? call.t(`errors.${refusal.code}`, refusal.details.params) : null,
    order_id: pending?.id ?? null,
    channels: setups.filter((one) => one.is_ready && isForBuyer(call, one.channel)).map((one) => one.channel),
  };
}

const presentRow = (order: Order) => {
  const snapshot: Partial<ProductSnapshot> = order.product_snapshot;
  return {
    id: order.id,
    order_no: order.order_no,
    product_id: order.product_id,
    title: snapshot.title ?? '',
    cover: snapshot.cover ?? null,
    payable: order.payable,
    status: order.status,
    created_at: order.created_at.toISOString(),
    expire_at: text(order.expire_at),
    paid_at: text(order.paid_at),
  };
};

/** The member's own orders, newest first. */
export async function readMyOrders(
  call: MemberCallOf<typeof payOrders.listMyOrders>,
): Promise<ResponseOf<typeof payOrders.listMyOrders>> {
  const { status, page } = call.query;
  let query = call.ctx.db
    .selectFrom('pay_orders')
    .selectAll()
    .where('member_id', '=', call.actor.member.id)
    .orderBy('id', 'desc')
    .limit(perPage + 1)
    .offset(((page ?? 1) - 1) * perPage);
  if (status) query = query.where('status', '=', status);
  const rows = await query.execute();
  return { orders: rows.slice(0, perPage).map(presentRow), has_more: rows.length > perPage };
}

/** What a buyer is shown of refunds: not what was declined, withdrawn or refused by the channel. */
const shownRefunds = new Map<number, 'requested' | 'processing' | 'done'>([
  [refundStatus.requested, 'requested'],
  [refundStatus.processing, 'processing'],
  [refundStatus.done, 'done'],
]);

/** One of the member's own orders, with the actions available. */
export async function readMyOrder(call: MemberCall & ById): Promise<ResponseOf<typeof payOrders.getMyOrder>> {
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
      delivered_at: text(order.delivered_at),
      closed_at: text(order.closed_at),
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
          ? [{ id, amount, state, manual, created_at: created_at.toISOString(), done_at: text(done_at) }]
          : [];
      }),
      courses: (snapshot.courses ?? []).map(({ id, title }) => ({
        id,
        title,
        end_at: text(ends.get(id) ?? null),
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
