export { checkPayment, closeOrder } from './check-payment.ts';
export { deliverOrder } from './deliver-order.ts';
export { grantOf, readHolder, revokeGrant, writeGrant } from './grant-order.ts';
export { queryOrder } from './query-order.ts';
export { sendRefund } from './refund-order.ts';
