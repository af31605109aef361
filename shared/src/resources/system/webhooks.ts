import { webhookDelivery, webhookDeliveryChoices, webhookErrors } from '../../domain/system/webhook.ts';
import { switchStatus, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const isFailing: Condition = { field: 'delivery', in: [webhookDelivery.failing, webhookDelivery.paused] };

/** Addresses of other programs that are told what happens, by Standard Webhooks. */
export const webhooks = defineResource({
  name: 'webhooks',
  table: 'webhooks',
  area: 'admin',
  menu: { root: 'system', icon: 'send', sort: 73 },
  only: ['list', 'show', 'create', 'update', 'delete'],
  title: 'name',
  closed_to_tokens: 'all',
  scope: 'school_only',
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    url: field.url({ rules: 'required|max:500' }),
    sends_activations: field.boolean({ initial: true }),
    sends_orders: field.boolean({ initial: true }),
    sends_completions: field.boolean({ initial: true }),
    sends_members: field.boolean({ initial: true }),
    status: field.choice(switchStatusChoices, { read_only: true, initial: switchStatus.on }),
    delivery: field.choice(webhookDeliveryChoices, { read_only: true, initial: webhookDelivery.fine }),
    waiting: field.integer({ computed: true, read_only: true }),
    /** Attempts that failed since the last one that did not. */
    failures: field.integer({ read_only: true }),
    failing_since: field.date_time({ nullable: true, read_only: true }),
    paused_until: field.date_time({ nullable: true, read_only: true }),
    last_error: field.choice(
      webhookErrors.map((error) => ({ value: error, key: error })),
      { read_only: true, is_open: true },
    ),
    /** Messages given up since then because too many waited, or for too long. */
    given_up: field.integer({ read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'url',
      'status',
      'delivery',
      'waiting',
      'failing_since',
      'paused_until',
      'last_error',
      'given_up',
      'sends_activations',
      'sends_orders',
      'sends_completions',
      'sends_members',
      'remark',
      'updated_at',
    ],
    filters: ['status', 'delivery'],
    search: ['name'],
    sort: ['id'],
    quick_edit: ['status', 'remark'],
    views: [
      {
        key: 'paused',
        where: [{ field: 'delivery', in: [webhookDelivery.paused] }],
        todo: 'danger',
        verb: 'retry',
        since: 'failing_since',
        names: ['name'],
      },
    ],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['name', 'url', 'remark'] },
    { group: 'events', fields: ['sends_activations', 'sends_orders', 'sends_completions', 'sends_members'] },
  ],
  has_status_action: true,
  /** Tries at once what waits, instead of after the pause. */
  actions: { retry: { method: 'PUT', on: 'rows', when: [isFailing] } },
  permissions: ['secret'],
});
