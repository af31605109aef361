import { entitlementsBehaviour } from './entitlements/entitlements.resource.ts';
import { ledgerJobs } from './ledgers/ledgers.jobs.ts';
import { ordersJobs } from './orders/orders.jobs.ts';
import { ordersFeature } from './orders/orders.routes.ts';
import { payOrdersBehaviour } from './orders/pay-orders.resource.ts';
import { productsBehaviour } from './products/products.resource.ts';
import type { Domain } from '../domain.ts';

export const commerceDomain: Domain = {
  features: [ordersFeature],
  behaviours: { products: productsBehaviour, 'pay-orders': payOrdersBehaviour, entitlements: entitlementsBehaviour },
  jobs: [...ledgerJobs, ...ordersJobs],
};
