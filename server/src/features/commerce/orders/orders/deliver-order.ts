import { orderStatus } from '@kaike/shared/domain/commerce/order-status';
import type { Context } from '../../../../core/context.ts';
import { writeGrant } from '../../entitlements/public.ts';
import { grantOf, loadHolder } from './grant-order.ts';
import { lockOrder, moveOrder } from './orders.store.ts';

/**
 * Grants what a paid order bought, once: a delivered order stays unchanged. If the product's rules refuse it by now
 * (still running, ended), the order is marked as failed and waits for an administrator.
 */
export async function deliverOrder(
  ctx: Context,
  orderId: number,
  operator = '',
): Promise<'delivered' | 'failed' | 'unchanged'> {
  const now = ctx.clock();
  return ctx.db.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order || (order.status !== orderStatus.paid && order.status !== orderStatus.delivery_failed))
      return 'unchanged';
    const holder = await loadHolder(trx, { member_id: order.member_id, product_id: order.product_id, lock: true });
    const grant = grantOf(order.product_snapshot, holder.held, now);
    if ('refused' in grant) {
      await moveOrder(trx, order, { action: 'fail_delivery', remark: grant.refused, operator, now });
      return 'failed';
    }
    await writeGrant(trx, {
      source: { type: 'order', id: order.id },
      member_id: order.member_id,
      agency_id: order.agency_id,
      grant,
      now,
      secrets: ctx.secrets,
    });
    await moveOrder(trx, order, { action: 'deliver', set: { delivered_at: now }, operator, now });
    if (holder.activated_at === null) await ctx.bus.publish(trx, `user:${holder.user_id}`);
    return 'delivered';
  });
}
