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

const { pending, paid, delivered, closed, refunding, refunded, delivery_failed: deliveryFailed } = orderStatus;

/** Only a verified notification or a query to the channel marks an order paid; a payment after closing still counts. */
export const orderActions: Readonly<
  Record<'pay' | 'close' | 'deliver' | 'fail_delivery' | 'ask_refund' | 'refund', Transition<OrderStatus>>
> = {
  pay: { from: [pending, closed], to: paid },
  close: { from: [pending], to: closed },
  deliver: { from: [paid, deliveryFailed], to: delivered },
  fail_delivery: { from: [paid], to: deliveryFailed },
  ask_refund: { from: [paid, delivered, deliveryFailed], to: refunding },
  refund: { from: [refunding], to: refunded },
};
