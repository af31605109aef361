import {
  orderActions,
  orderStatus,
  orderStatusChoices,
  payChannels,
  refundAccess,
} from '../../domain/commerce/order-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const whenOrder = (states: readonly number[]): readonly Condition[] => [{ field: 'status', in: states }];
const reason = field.reason();

/** Orders are placed by members; the back office views them, refunds them and repairs stuck ones. */
export const payOrders = defineResource({
  name: 'pay-orders',
  table: 'pay_orders',
  area: 'admin',
  menu: { root: 'trade', icon: 'receipt', sort: 50 },
  only: ['list', 'show', 'export'],
  title: 'order_no',
  scope: 'own_agency',
  // Orders are closed, never deleted.
  hard_delete: true,
  fields: {
    id: field.id(),
    order_no: field.text({ read_only: true }),
    member_id: field.relation({ resource: 'members', read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    product_id: field.relation({ resource: 'products', read_only: true }),
    quantity: field.integer({ read_only: true }),
    amount: field.money({ read_only: true }),
    discount: field.money({ read_only: true }),
    payable: field.money({ read_only: true }),
    refund_amount: field.money({ read_only: true }),
    status: field.choice(orderStatusChoices, { read_only: true }),
    channel: field.choice(
      payChannels.map((value) => ({ value, key: value })),
      { read_only: true },
    ),
    client_type: field.text({ read_only: true }),
    ip: field.text({ nullable: true, read_only: true }),
    expire_at: field.date_time({ nullable: true, read_only: true }),
    paid_at: field.date_time({ nullable: true, read_only: true }),
    delivered_at: field.date_time({ nullable: true, read_only: true }),
    closed_at: field.date_time({ nullable: true, read_only: true }),
    close_reason: field.text({ read_only: true }),
    refund_reason: field.text({ read_only: true }),
    refund_asked_at: field.date_time({ nullable: true, computed: true, read_only: true }),
    refunded_at: field.date_time({ nullable: true, computed: true, read_only: true }),
    /** `processing` while the channel has not answered a refund yet, `part` when some of the payment went back. */
    refund_state: field.choice(
      [
        { value: 'processing', key: 'processing', tone: 'info' },
        { value: 'part', key: 'part', tone: 'purple' },
      ],
      { nullable: true, computed: true, read_only: true },
    ),
    /** What of the payment can still be returned. */
    refund_rest: field.money({ computed: true, read_only: true }),
    /** Something can be returned, or, of a free order, taken away. */
    is_refundable: field.boolean({ computed: true, read_only: true }),
    remark: field.text({ read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'order_no',
      'member_id',
      'product_id',
      'status',
      'payable',
      'refund_amount',
      'channel',
      'created_at',
      'paid_at',
      'remark',
    ],
    second_line: { status: 'refund_state' },
    filters: [
      'status',
      'channel',
      'member_id',
      'product_id',
      'agency_id',
      'payable',
      'refund_amount',
      'created_at',
      'paid_at',
    ],
    search: ['order_no'],
    sort: ['id', 'payable', 'paid_at'],
    copy: ['order_no'],
    views: [
      {
        key: 'refunding',
        where: [{ field: 'status', in: [orderStatus.refunding] }],
        todo: 'danger',
        verb: 'refund',
        since: 'refund_asked_at',
        sum: 'payable',
        names: ['product_id', 'member_id'],
      },
      {
        key: 'stuck',
        where: [{ field: 'status', in: [orderStatus.delivery_failed] }],
        todo: 'danger',
        verb: 'deliver',
        since: 'paid_at',
        names: ['product_id', 'member_id'],
      },
      { key: 'pending', where: [{ field: 'status', in: [orderStatus.pending] }] },
    ],
    summary: ['payable', 'refund_amount'],
    default_sort: '-id',
  },
  status: {
    field: 'status',
    primary_when: {
      refund: orderActions.refund.from,
      deliver: orderActions.deliver.from,
      query: orderActions.close.from,
    },
    steps: [
      { field: 'created_at' },
      { field: 'paid_at', waits: [orderStatus.pending] },
      { field: 'delivered_at', waits: [orderStatus.paid, orderStatus.delivery_failed] },
      { field: 'refund_asked_at' },
      { field: 'refunded_at', waits: [orderStatus.refunding] },
      { field: 'closed_at' },
    ],
  },
  overview: {
    figures: ['payable', 'refund_amount', 'amount', 'discount'],
    facts: ['member_id', 'product_id', 'agency_id', 'quantity', 'channel', 'refund_reason', 'remark'],
    related: [
      {
        resource: 'entitlements',
        by: 'source_id',
        where: { source_type: 'order' },
        columns: ['title', 'amount', 'progress', 'end_at', 'revoked_at'],
        verbs: ['redate', 'revoke', 'restore'],
      },
    ],
  },
  transfer: {
    export: [
      'id',
      'order_no',
      'member_id',
      'agency_id',
      'product_id',
      'quantity',
      'amount',
      'discount',
      'payable',
      'refund_amount',
      'status',
      'channel',
      'client_type',
      'ip',
      'created_at',
      'expire_at',
      'paid_at',
      'delivered_at',
      'closed_at',
      'close_reason',
      'refund_reason',
      'remark',
    ],
  },
  has_remark_action: true,
  actions: {
    /** Returns a part of what was paid, or all that is left where `amount` is not set: through the channel, or noted as returned by hand. */
    refund: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      danger: true,
      undo_action: null,
      dry_run_on: ['amount', 'access', 'manual'],
      when: [
        ...whenOrder([...orderActions.ask_refund.from, ...orderActions.refund.from]),
        { field: 'is_refundable', in: [true] },
      ],
      fields: {
        amount: field.money({ nullable: true, rules: 'min_value:1', of_row: 'refund_rest' }),
        access: field.choice(
          refundAccess.map((value) => ({ value, key: value })),
          { initial: 'auto' },
        ),
        manual: field.boolean({ initial: false }),
        reason,
      },
    },
    'decline-refund': {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: whenOrder(orderActions.refund.from),
      fields: { reason },
    },
    /** Retries the delivery of a paid order. */
    deliver: { method: 'PUT', by_token: true, on: 'rows', when: whenOrder(orderActions.deliver.from) },
    /** Queries the channel for the payment status. */
    query: { method: 'PUT', by_token: true, on: 'rows', when: whenOrder([orderStatus.pending]) },
    close: { method: 'PUT', by_token: true, on: 'rows', when: whenOrder(orderActions.close.from), fields: { reason } },
  },
  permissions: ['reconcile'],
});
