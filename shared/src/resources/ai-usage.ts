import { aiVendors, callStateChoices, usagePurposes } from '../domain/ai/ai-usage.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

const named = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** Calls to the vendors of the AI teacher, with what they used and cost; append-only. */
export const aiUsage = defineResource({
  name: 'ai-usage',
  table: 'ai_usage',
  area: 'admin',
  menu: { root: 'ai', icon: 'list', sort: 60 },
  only: ['list', 'show', 'export'],
  title: 'model',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    purpose: field.choice(named(usagePurposes), { read_only: true }),
    provider: field.choice(named(aiVendors), { read_only: true }),
    model: field.text({ read_only: true }),
    state: field.choice(callStateChoices, { read_only: true }),
    reason: field.text({ read_only: true }),
    tokens_in: field.integer({ read_only: true }),
    tokens_out: field.integer({ read_only: true }),
    characters: field.integer({ read_only: true }),
    is_estimated: field.boolean({ read_only: true }),
    /** Yuan; empty without a price. */
    cost: field.decimal({ decimals: 6, nullable: true, read_only: true }),
    ms_first: field.integer({ nullable: true, read_only: true }),
    ms_total: field.integer({ read_only: true }),
    vendor_request_id: field.text({ read_only: true }),
    member_id: field.relation({ resource: 'members', nullable: true, read_only: true }),
    chat_id: field.relation({ resource: 'ai-chats', nullable: true, read_only: true }),
  },
  list: {
    columns: [
      'created_at',
      'purpose',
      'provider',
      'model',
      'state',
      'reason',
      'tokens_in',
      'tokens_out',
      'characters',
      'cost',
      'ms_first',
      'ms_total',
      'member_id',
      'chat_id',
    ],
    filters: ['state', 'provider', 'purpose', 'member_id', 'chat_id', 'created_at'],
    sort: ['id', 'created_at'],
    default_sort: '-id',
  },
  transfer: {
    export: [
      'id',
      'created_at',
      'purpose',
      'provider',
      'model',
      'state',
      'reason',
      'tokens_in',
      'tokens_out',
      'characters',
      'is_estimated',
      'cost',
      'ms_first',
      'ms_total',
      'vendor_request_id',
      'member_id',
      'chat_id',
    ],
  },
});
