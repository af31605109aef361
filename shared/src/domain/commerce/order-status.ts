import { choicesOf, type Transition, type ValueIn } from '../status.ts';

export const orderStatus = {
  pending: 10,
  paid: 20,
  delivered: 30,
  closed: 40,
  refunding: 50,
  refunded: 52,
  delivery_failed: 60,
} as const;
export type OrderStatus = ValueIn<typeof orderStatus>;
export const orderStatusChoices = choicesOf(orderStatus, {
  pending: 'warning',
  paid: 'primary',
  delivered: 'success',
  closed: 'muted',
  refunding: 'gold',
  refunded: 'purple',
  delivery_failed: 'danger',
});

/** Minutes an order waits for payment. */
export const orderPayMinutes = 30;

export const tradeStatus = { created: 1, succeeded: 2, failed: 3, closed: 4, refunded: 5 } as const;
export type TradeStatus = ValueIn<typeof tradeStatus>;
export const tradeStatusChoices = choicesOf(tradeStatus, {
  created: 'info',
  succeeded: 'success',
  failed: 'danger',
  closed: 'muted',
  refunded: 'purple',
});

export const payChannels = ['wechat', 'alipay', 'sandbox'] as const;
export type PayChannel = (typeof payChannels)[number];

const { pending, paid, delivered, closed, refunding, refunded, delivery_failed } = orderStatus;

/** 1 requested, 2 processing, 3 done, 4 failed, 5 declined, 6 withdrawn by the buyer. */
export const refundStatus = { requested: 1, processing: 2, done: 3, failed: 4, declined: 5, withdrawn: 6 } as const;
export const refundStatusChoices = choicesOf(refundStatus);

/** What becomes of what the order opened once a refund has arrived; `auto`: it ends with the last part of what was paid. */
export const refundAccess = ['auto', 'keep', 'revoke'] as const;
export type RefundAccess = (typeof refundAccess)[number];

/** What of the payment can still be returned, in fen. */
export const refundRest = ({ payable, refund_amount: refunded }: { payable: number; refund_amount: number }): number =>
  Math.max(0, payable - refunded);

/** Whether a refund of this amount, now and after all before it, ends what the order opened. */
export const endsAccess = (access: RefundAccess, rest: number, amount: number): boolean =>
  access === 'revoke' || (access === 'auto' && amount >= rest);

/** Only a verified notification or a query to the channel marks an order paid; a payment after closing still counts. */
export const orderActions: Readonly<
  Record<'pay' | 'close' | 'deliver' | 'fail_delivery' | 'ask_refund' | 'refund', Transition<OrderStatus>>
> = {
  pay: { from: [pending, closed], to: paid },
  close: { from: [pending], to: closed },
  deliver: { from: [paid, delivery_failed], to: delivered },
  fail_delivery: { from: [paid], to: delivery_failed },
  // What was taken away for a part may be followed by the rest.
  ask_refund: { from: [paid, delivered, delivery_failed, refunded], to: refunding },
  refund: { from: [refunding], to: refunded },
};
