import {
  webhookErrors,
  webhookEvents,
  webhookMessageState,
  webhookMessageStateChoices,
} from '../../domain/system/webhook.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** What was sent to webhooks and what became of it; kept for 90 days. */
export const webhookMessages = defineResource({
  name: 'webhook-messages',
  table: 'webhook_messages',
  area: 'admin',
  menu: { root: 'system', icon: 'inbox', sort: 74 },
  only: ['list', 'show'],
  title: 'message_id',
  scope: 'school_only',
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    webhook_id: field.relation({ resource: 'webhooks', read_only: true }),
    event: field.choice(
      webhookEvents.map((event) => ({ value: event, key: event.replace('.', '_') })),
      { read_only: true },
    ),
    state: field.choice(webhookMessageStateChoices, { read_only: true }),
    attempts: field.integer({ read_only: true }),
    /** Status of the last answer; empty if there was none. */
    last_status: field.integer({ nullable: true, read_only: true }),
    last_error: field.choice(
      webhookErrors.map((error) => ({ value: error, key: error })),
      { read_only: true, is_open: true },
    ),
    next_at: field.date_time({ nullable: true, read_only: true }),
    delivered_at: field.date_time({ nullable: true, read_only: true }),
    message_id: field.text({ read_only: true }),
    body: field.long_text({ read_only: true }),
  },
  list: {
    columns: [
      'created_at',
      'webhook_id',
      'event',
      'state',
      'attempts',
      'last_status',
      'last_error',
      'next_at',
      'delivered_at',
    ],
    filters: ['webhook_id', 'event', 'state', 'created_at'],
    omit_from_list: ['body'],
    sort: ['id', 'created_at'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { replay: [webhookMessageState.failed] } },
  actions: {
    replay: {
      method: 'PUT',
      by_token: true,
      on: 'rows',
      when: [{ field: 'state', in: [webhookMessageState.delivered, webhookMessageState.failed] }],
    },
  },
});
