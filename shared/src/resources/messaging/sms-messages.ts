import { smsPurposes, smsStateChoices, smsVendors } from '../../domain/messaging/sms-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const named = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** Text messages handed to a vendor and what became of them; kept for half a year. */
export const smsMessages = defineResource({
  name: 'sms-messages',
  table: 'sms_messages',
  area: 'admin',
  menu: { root: 'system', icon: 'smartphone', sort: 65 },
  only: ['list', 'show', 'export'],
  title: 'message_id',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    vendor: field.choice(named(smsVendors), { read_only: true }),
    purpose: field.choice(named(smsPurposes), { read_only: true }),
    mobile_phone: field.mobile({ read_only: true, masked: 'mobile' }),
    state: field.choice(smsStateChoices, { read_only: true }),
    /** Why it was refused or not delivered, in the vendor's words. */
    reason: field.text({ read_only: true }),
    message_id: field.text({ read_only: true }),
    parts: field.integer({ read_only: true }),
    /** Yuan at the price in the settings when it was sent. */
    cost: field.decimal({ decimals: 3, nullable: true, read_only: true }),
    reported_at: field.date_time({ nullable: true, read_only: true }),
  },
  list: {
    columns: ['created_at', 'mobile_phone', 'purpose', 'vendor', 'state', 'reason', 'parts', 'cost', 'reported_at'],
    filters: ['state', 'vendor', 'purpose', 'created_at'],
    search: ['mobile_phone'],
    sort: ['id', 'created_at'],
    summary: ['parts', 'cost'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: {} },
  transfer: {
    export: [
      'id',
      'created_at',
      'mobile_phone',
      'purpose',
      'vendor',
      'state',
      'reason',
      'message_id',
      'parts',
      'cost',
      'reported_at',
    ],
  },
});
