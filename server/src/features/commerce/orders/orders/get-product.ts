import type * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall, ById } from '../../../../core/call.ts';
import { createOfferSnapshot } from '../../products/public.ts';
import { isForBuyer } from '../buyer-client.ts';
import { refusalOf } from './create-order.ts';
import { loadHolder, grantOf } from './grant-order.ts';
import { isoText } from './my-orders.read.ts';

/** One product, with what it would grant until when and whether it may be bought. */
export async function getProduct(call: MemberCall & ById): Promise<ResponseOf<typeof payOrders.getProduct>> {
  const { ctx } = call;
  const now = ctx.clock();
  const memberId = call.actor.member.id;
  const snapshot = await createOfferSnapshot(ctx.db, call.params.id);
  const [refusal, holder, pending, setups] = await Promise.all([
    refusalOf(ctx.db, { snapshot, member_id: memberId, now }),
    loadHolder(ctx.db, { member_id: memberId, product_id: snapshot.product_id }),
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
      end_at: isoText(byId.get(course.id)?.end_at ?? null),
      effect: byId.get(course.id)?.effect ?? 'none',
    })),
    refusal: refusal ? call.t(`errors.${refusal.code}`, refusal.details.params) : null,
    order_id: pending?.id ?? null,
    channels: setups.filter((one) => one.is_ready && isForBuyer(call, one.channel)).map((one) => one.channel),
  };
}
