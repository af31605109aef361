import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { route } from '../../../core/route.ts';
import type { Feature } from '../../feature.ts';
import { createOrder } from './orders/create-order.ts';
import { listProducts } from './orders/list-products.ts';
import { getProduct } from './orders/get-product.ts';
import { listMyOrders } from './orders/list-my-orders.ts';
import { getMyOrder } from './orders/get-my-order.ts';
import { payOrder } from './handlers/pay-order.ts';
import { mountPayCallbacks, payCallbacks } from './receive-notice.ts';
import { getCashier } from './handlers/get-cashier.ts';
import { payAtCashier } from './handlers/pay-at-cashier.ts';
import { updateOrder } from './orders/update-order.ts';
import { syncOrder } from './handlers/sync-order.ts';

const often = { by: 'user', max: 30, seconds: 60 } as const;
const stranger = { by: 'ip', max: 60, seconds: 60 } as const;

/** Buying: products, orders, payments, and the sandbox cashier. A purchase also activates a member. */
export const ordersFeature: Feature = {
  routes: [
    route.member(payOrders.listProducts, { handler: listProducts }),
    route.member(payOrders.getProduct, { handler: getProduct }),
    route.member(payOrders.listMyOrders, { handler: listMyOrders }),
    route.member(payOrders.createOrder, { handler: createOrder, limit: often }),
    route.member(payOrders.syncOrder, { handler: syncOrder, limit: often }),
    route.member(payOrders.getMyOrder, { handler: getMyOrder }),
    route.member(payOrders.payOrder, { handler: payOrder, limit: often }),
    route.member(payOrders.updateOrder, { handler: updateOrder, limit: often }),
    route.open(payOrders.getCashier, { handler: getCashier, limit: stranger }),
    route.open(payOrders.payAtCashier, { handler: payAtCashier, limit: stranger }),
  ],
  callbacks: payCallbacks,
  mount: mountPayCallbacks,
};
