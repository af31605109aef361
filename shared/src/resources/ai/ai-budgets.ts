import { aiVendors, budgetScope, budgetScopeChoices, usagePurposes } from '../../domain/ai/ai-usage.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const purposeChoices = usagePurposes.map((value) => ({ value, key: value }));
const vendorChoices = aiVendors.map((value) => ({ value, key: value }));
const yuan = () => field.decimal({ decimals: 2, rules: 'required|between:0,1000000', initial: 0 });

/** What the vendors of the AI teacher may cost a day. */
export const aiBudgets = defineResource({
  name: 'ai-budgets',
  table: 'ai_budgets',
  area: 'admin',
  menu: { root: 'ai', icon: 'receipt', sort: 49 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'scope',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    scope: field.choice(budgetScopeChoices, { rules: 'required', initial: budgetScope.all }),
    purpose: field.choice(purposeChoices, {
      nullable: true,
      shown_when: { field: 'scope', in: [budgetScope.purpose] },
    }),
    provider: field.choice(vendorChoices, {
      nullable: true,
      shown_when: { field: 'scope', in: [budgetScope.provider] },
    }),
    /** Empty: each one without a budget of its own. */
    agency_id: field.relation({
      resource: 'agencies',
      nullable: true,
      shown_when: { field: 'scope', in: [budgetScope.agency] },
    }),
    member_id: field.relation({
      resource: 'members',
      nullable: true,
      shown_when: { field: 'scope', in: [budgetScope.member] },
    }),
    /** Yuan a day; 0 is none. */
    soft: yuan(),
    hard: yuan(),
    /** Yuan so far today; of a budget of each one, of the one that cost most. */
    spent: field.decimal({ decimals: 2, computed: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'scope',
      'purpose',
      'provider',
      'agency_id',
      'member_id',
      'soft',
      'hard',
      'spent',
      'remark',
      'updated_at',
    ],
    filters: ['scope', 'agency_id', 'member_id'],
    sort: ['id'],
    default_sort: 'id',
  },
  form: [
    { group: 'basic', fields: ['scope', 'purpose', 'provider', 'agency_id', 'member_id', 'soft', 'hard', 'remark'] },
  ],
  transfer: {
    export: ['id', 'scope', 'purpose', 'provider', 'agency_id', 'member_id', 'soft', 'hard', 'remark', 'updated_at'],
  },
});
