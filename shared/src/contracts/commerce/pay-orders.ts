import { orderStatusChoices, payChannels, refundAccess } from '../../domain/commerce/order-status.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const channelField = field.choice(
  payChannels.map((value) => ({ value, key: value })),
  { rules: 'required' },
);
const moment = s.nullable(s.time());
const channels = s.array(s.literal(...payChannels));

const productCard = {
  id: s.integer(),
  title: s.string(),
  intro: s.string(),
  cover: s.nullable(s.string()),
  type: s.integer(),
  /** Fen. */
  list_price: s.integer(),
  sale_price: s.integer(),
  course_count: s.integer(),
  ai_seconds: s.integer(),
};

/** Products on sale, newest first. */
export const listProducts = contract({
  method: 'GET',
  path: '/home/products',
  response: s.object({ products: s.array(s.object(productCard)) }),
});

/** One product, and what buying it now would grant this member. */
export const getProduct = contract({
  method: 'GET',
  path: '/home/products/:id',
  response: s.object({
    product: s.object({ ...productCard, term_mode: s.integer(), term_value: s.integer(), refund_days: s.integer() }),
    courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        cover: s.nullable(s.string()),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        end_at: moment,
        effect: s.literal('new', 'extend', 'renew', 'none'),
      }),
    ),
    /** Why it cannot be bought now, as a message; null when it can. */
    refusal: s.nullable(s.string()),
    /** A pending order of this product. */
    order_id: s.nullable(s.integer()),
    channels,
  }),
});

const orderRow = {
  id: s.integer(),
  order_no: s.string(),
  product_id: s.integer(),
  title: s.string(),
  cover: s.nullable(s.string()),
  payable: s.integer(),
  status: s.integer(),
  created_at: s.time(),
  expire_at: moment,
  paid_at: moment,
};
export const listMyOrders = contract({
  method: 'GET',
  path: '/home/pay-orders',
  query: { status: field.choice(orderStatusChoices), page: field.integer({ rules: 'between:1,1000' }) },
  response: s.object({ orders: s.array(s.object(orderRow)), has_more: s.boolean() }),
});

const order = s.object({
  ...orderRow,
  delivered_at: moment,
  closed_at: moment,
  close_reason: s.string(),
  refund_amount: s.integer(),
  refund_reason: s.string(),
  /** Empty until it is paid. */
  channel: s.literal(...payChannels, ''),
  /** The school's reply to the last refund request. */
  refund_answer: s.string(),
  can_pay: s.boolean(),
  can_cancel: s.boolean(),
  can_refund: s.boolean(),
  can_withdraw: s.boolean(),
  /** Parts of the payment that went back or are on their way, oldest first. */
  refunds: s.array(
    s.object({
      id: s.integer(),
      amount: s.integer(),
      state: s.literal('requested', 'processing', 'done'),
      /** Returned outside of the channel. */
      manual: s.boolean(),
      created_at: s.time(),
      done_at: moment,
    }),
  ),
  /** `is_open`: the order still gives it. */
  courses: s.array(s.object({ id: s.integer(), title: s.string(), end_at: moment, is_open: s.boolean() })),
});
export const getMyOrder = contract({
  method: 'GET',
  path: '/home/pay-orders/:id',
  response: s.object({
    order,
    history: s.array(
      s.object({ action: s.string(), to_status: s.integer(), created_at: s.time(), remark: s.string() }),
    ),
    channels,
    client: s.literal('wechat', 'mobile', 'desktop'),
    /** Channels that are configured but do not work in this browser. */
    elsewhere: channels,
  }),
});

/** Returns the pending order of the same product, or creates one. Free products are delivered at once. */
export const createOrder = contract({
  method: 'POST',
  path: '/home/pay-orders',
  body: { product_id: field.relation({ resource: 'products', rules: 'required' }) },
  response: s.object({ id: s.integer(), status: s.integer() }),
});

/** Starts a payment at the channel, or returns the one already open. */
export const payOrder = contract({
  method: 'POST',
  path: '/home/pay-orders/:id/pay',
  body: { channel: channelField },
  response: s.object({
    kind: s.literal('redirect', 'qr', 'bridge'),
    url: s.string(),
    params: s.record(s.string()),
    trade_no: s.string(),
  }),
});

/** Cancels an unpaid order, checks with the channel whether it has been paid, requests a refund, or withdraws that request while undecided. */
export const updateOrder = contract({
  method: 'PUT',
  path: '/home/pay-orders/:id',
  body: {
    action: field.choice(
      [
        { value: 'cancel', key: 'cancel' },
        { value: 'refund', key: 'refund' },
        { value: 'withdraw', key: 'withdraw' },
        { value: 'check', key: 'check' },
      ],
      { rules: 'required' },
    ),
    reason: field.text({ rules: 'max:200' }),
  },
  response: s.object({ status: s.integer() }),
});

/** Return page of a payment: queries the channel for the status and returns it. The channel's signature is verified over its other parameters, too. */
export const syncOrder = contract({
  method: 'GET',
  path: '/home/pay-order/sync-notify/:type',
  query: { out_trade_no: field.text({ rules: 'required|max:64' }) },
  response: s.object({ order_id: s.integer(), status: s.integer() }),
});

/** The sandbox's cashier; absent when real payments are enabled. */
export const getCashier = contract({
  method: 'GET',
  path: '/open/cashier/:trade_no',
  response: s.object({ title: s.string(), amount: s.integer(), state: s.string(), order_id: s.integer() }),
});
export const payAtCashier = contract({
  method: 'POST',
  path: '/open/cashier/:trade_no',
  body: {
    action: field.choice(
      ['pay', 'pay_twice', 'pay_silently', 'cancel'].map((value) => ({ value, key: value })),
      { rules: 'required' },
    ),
  },
  response: s.object({ state: s.string(), order_id: s.integer() }),
});

/** One order for the back office: payment attempts, refunds and status history. */
export const getOrderHistory = contract({
  method: 'GET',
  path: '/admin/pay-orders/:id/story',
  response: s.object({
    trades: s.array(
      s.object({
        id: s.integer(),
        trade_no: s.string(),
        channel: s.string(),
        channel_trade_no: s.nullable(s.string()),
        amount: s.integer(),
        status: s.integer(),
        notify_count: s.integer(),
        created_at: s.time(),
        paid_at: moment,
      }),
    ),
    refunds: s.array(
      s.object({
        id: s.integer(),
        refund_no: s.string(),
        amount: s.integer(),
        status: s.integer(),
        reason: s.string(),
        answer: s.string(),
        access: s.literal(...refundAccess),
        manual: s.boolean(),
        /** Who decided; empty for the buyer and the product itself. */
        operator: s.string(),
        channel_refund_no: s.nullable(s.string()),
        created_at: s.time(),
        done_at: moment,
      }),
    ),
    history: s.array(
      s.object({
        id: s.integer(),
        action: s.string(),
        from_status: s.integer(),
        to_status: s.integer(),
        operator: s.string(),
        remark: s.string(),
        created_at: s.time(),
      }),
    ),
  }),
});

/** Payment channels, whether each is configured, and otherwise which settings are empty or unreadable. */
export const listChannelSetups = contract({
  method: 'GET',
  path: '/admin/pay-orders/channels',
  response: s.object({
    channels: s.array(
      s.object({ channel: s.literal(...payChannels), is_ready: s.boolean(), missing: s.array(s.string()) }),
    ),
  }),
});

/** Reconciliation by day: amounts paid and refunded by orders compared with those of payments. */
export const reconcileOrders = contract({
  method: 'GET',
  path: '/admin/pay-orders/reconcile',
  query: { from: field.date({ rules: 'required' }), to: field.date({ rules: 'required' }) },
  response: s.object({
    days: s.array(
      s.object({
        day: s.string(),
        channel: s.string(),
        orders: s.integer(),
        order_amount: s.integer(),
        trades: s.integer(),
        trade_amount: s.integer(),
        refund_amount: s.integer(),
        /** The part of `refund_amount` that was returned by hand, which no channel knows. */
        manual_refund_amount: s.integer(),
        difference: s.integer(),
      }),
    ),
    /** Orders that do not match their payments. */
    odd: s.array(
      s.object({
        id: s.integer(),
        order_no: s.string(),
        status: s.integer(),
        payable: s.integer(),
        paid: s.integer(),
        refunded: s.integer(),
        why: s.string(),
      }),
    ),
  }),
});
export type MyOrder = SchemaValue<typeof order>;
