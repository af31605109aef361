export { checkPayment, closeOrder } from './check-payment.ts';
export { deliverOrder } from './orders/deliver-order.ts';
export { grantOf, loadHolder, revokeGrant } from './orders/grant-order.ts';
export { findMissingKey } from './missing-key.ts';
export { queryOrder } from './query-order.ts';
export { sendRefund } from './refunds/refund-order.ts';
