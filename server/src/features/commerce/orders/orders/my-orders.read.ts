import type { ProductSnapshot } from '@kaike/shared/domain/commerce/product-snapshot';
import type { PayOrder } from './orders.store.ts';
/** A time as it is sent. */
export const isoText = (moment: Date | null): string | null => moment?.toISOString() ?? null;

export const presentRow = (order: PayOrder) => {
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
    expire_at: isoText(order.expire_at),
    paid_at: isoText(order.paid_at),
  };
};
