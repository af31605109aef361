import * as payOrdersApi from '@kaike/shared/contracts/commerce/pay-orders';
import { route } from '../../../core/route.ts';
import { listChannelSetups } from './handlers/list-channel-setups.ts';
import { reconcileOrders } from './handlers/reconcile-orders.ts';
import { getOrderHistory } from './handlers/get-order-history.ts';

export const adminRoutes = [
  route.admin(payOrdersApi.listChannelSetups, {
    permission: 'admin.pay-orders.reconcile',
    handler: listChannelSetups,
  }),
  route.admin(payOrdersApi.reconcileOrders, { permission: 'admin.pay-orders.reconcile', handler: reconcileOrders }),
  route.admin(payOrdersApi.getOrderHistory, { permission: 'admin.pay-orders.show', handler: getOrderHistory }),
];
