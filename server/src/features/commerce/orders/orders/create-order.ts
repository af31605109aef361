import { randomInt } from 'node:crypto';
import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderPayMinutes, orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import { formatDateTime } from '@kaike/shared/kit/format';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../../db/pool.ts';
import { AppError, assert } from '../../../../core/app-error.ts';
import { withIdempotency } from '../../../../core/with-idempotency.ts';
import { respond, type HttpReply } from '../../../../core/respond.ts';
import type { Call, MemberCallOf } from '../../../../core/call.ts';
import { addJob } from '../../../../core/job.ts';
import { createOfferSnapshot } from '../../products/public.ts';
import { deliverOrder } from './deliver-order.ts';
import { grantOf, loadHolder } from './grant-order.ts';
import { moveOrder } from './orders.store.ts';

/** `PO`, the school's wall time to the second, and six random digits. */
function makeOrderNo(now: Date): string {
  return `PO${formatDateTime(now, { format: 'yyyyMMddhhmmss' })}${String(randomInt(1_000_000)).padStart(6, '0')}`;
}

/** Why the member may not buy the product now; null when they may. */
export async function refusalOf(
  db: Db,
  {
    snapshot,
    member_id,
    now,
    lock = false,
  }: { snapshot: ProductSnapshot; member_id: number; now: Date; lock?: boolean },
): Promise<AppError | null> {
  const holder = await loadHolder(db, { member_id, product_id: snapshot.product_id, lock });
  const { per_member_limit: limit } = snapshot;
  if (limit > 0 && holder.bought >= limit) return new AppError('order.member_limit', { params: { limit } });
  const grant = grantOf(snapshot, holder.held, now);
  return 'refused' in grant ? new AppError(grant.refused === 'running' ? 'order.running' : 'order.ended') : null;
}

const isMessenger = ({ user_agent }: Call): boolean => /MicroMessenger/i.test(user_agent);

async function writeOrder(
  trx: Db,
  call: MemberCallOf<typeof payOrders.createOrder>,
): Promise<{ id: number; status: number; payable: number; is_new: boolean }> {
  const now = call.ctx.clock();
  const memberId = call.actor.member.id;
  const snapshot = await createOfferSnapshot(trx, call.body.product_id);
  const refusal = await refusalOf(trx, { snapshot, member_id: memberId, now, lock: true });
  if (refusal) throw refusal;
  const pending = await trx
    .selectFrom('pay_orders')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('product_id', '=', snapshot.product_id)
    .where('status', '=', orderStatus.pending)
    .forUpdate()
    .executeTakeFirst();
  const isGood =
    pending && pending.payable === snapshot.sale_price && pending.expire_at !== null && pending.expire_at > now;
  if (isGood) return { ...pending, is_new: false };
  // Expired or at an outdated price: it is replaced.
  if (pending)
    await moveOrder(trx, pending, { action: 'close', set: { closed_at: now, close_reason: 'replaced' }, now });
  const member = await trx
    .selectFrom('members')
    .select('agency_id')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const expireAt = new Date(now.getTime() + orderPayMinutes * 60_000);
  const order = await trx
    .insertInto('pay_orders')
    .values({
      order_no: makeOrderNo(now),
      member_id: memberId,
      agency_id: member.agency_id,
      product_id: snapshot.product_id,
      product_snapshot: JSON.stringify(snapshot),
      amount: snapshot.list_price || snapshot.sale_price,
      discount: Math.max(0, snapshot.list_price - snapshot.sale_price),
      payable: snapshot.sale_price,
      status: orderStatus.pending,
      channel: 'sandbox',
      client_type: isMessenger(call) ? 'wechat' : 'web',
      ip: call.ip,
      expire_at: expireAt,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (order.payable === 0) {
    const paid = await moveOrder(trx, order, { action: 'pay', set: { paid_at: now }, remark: 'free', now });
    return { ...(paid ?? order), is_new: true };
  }
  await addJob(trx, 'close_order', { order_id: order.id }, { key: `close_order:${order.id}`, run_at: expireAt });
  return { ...order, is_new: true };
}

/** Orders a product for the member; a free one is delivered at once. */
export async function createOrder(
  call: MemberCallOf<typeof payOrders.createOrder>,
): Promise<HttpReply<ResponseOf<typeof payOrders.createOrder>>> {
  assert(call.actor.member, 'access.denied');
  const order = await withIdempotency(call, 'pay-orders.create', async (trx) => {
    const { id, status, payable, is_new } = await writeOrder(trx, call);
    return { id, status, payable, is_new };
  });
  const answer = (status: number) => respond({ id: order.id, status }, { status: order.is_new ? 201 : 200 });
  if (order.payable > 0) return answer(order.status);
  await deliverOrder(call.ctx, order.id);
  const { status } = await call.ctx.db
    .selectFrom('pay_orders')
    .select('status')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return answer(status);
}
