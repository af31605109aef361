import { aiVendors, usagePurposes } from '../../domain/ai/ai-usage.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const named = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** What each model cost on each day. */
export const aiUsageDays = defineResource({
  name: 'ai-usage-days',
  table: 'ai_usage_days',
  area: 'admin',
  menu: { root: 'ai', icon: 'bar-chart', sort: 50 },
  only: ['list', 'show', 'export'],
  title: 'model',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    day: field.date({ read_only: true }),
    purpose: field.choice(named(usagePurposes), { read_only: true }),
    provider: field.choice(named(aiVendors), { read_only: true }),
    model: field.text({ read_only: true }),
    /** Whose learners talked; empty for those of the school itself, and for what nobody asked for. */
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    calls: field.integer({ read_only: true }),
    failures: field.integer({ read_only: true }),
    tokens_in: field.integer({ read_only: true }),
    tokens_out: field.integer({ read_only: true }),
    characters: field.integer({ read_only: true }),
    audio_ms: field.integer({ read_only: true }),
    /** Yuan, of the calls with a price. */
    cost: field.decimal({ decimals: 6, read_only: true }),
  },
  list: {
    columns: [
      'day',
      'purpose',
      'provider',
      'model',
      'agency_id',
      'calls',
      'failures',
      'tokens_in',
      'tokens_out',
      'characters',
      'audio_ms',
      'cost',
    ],
    filters: ['provider', 'purpose', 'agency_id', 'day'],
    sort: ['id', 'day'],
    summary: ['calls', 'failures', 'tokens_in', 'tokens_out', 'cost'],
    default_sort: '-day',
  },
  transfer: {
    export: [
      'day',
      'purpose',
      'provider',
      'model',
      'agency_id',
      'calls',
      'failures',
      'tokens_in',
      'tokens_out',
      'characters',
      'audio_ms',
      'cost',
    ],
  },
});
