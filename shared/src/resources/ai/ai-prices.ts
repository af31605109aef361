import { aiVendors, priceUnits } from '../../domain/ai/ai-usage.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const named = (names: readonly string[]) => names.map((name) => ({ value: name, key: name }));

/** What vendors of the AI teacher charge; a price counts from its day until a later one takes its place. */
export const aiPrices = defineResource({
  name: 'ai-prices',
  table: 'ai_prices',
  area: 'admin',
  menu: { root: 'ai', icon: 'receipt', sort: 70 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'model',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    provider: field.choice(named(aiVendors), { rules: 'required', initial: 'deepseek' }),
    model: field.text({ rules: 'required|max:100' }),
    unit: field.choice(named(priceUnits), { rules: 'required', initial: 'tokens_in' }),
    /** Yuan for as much as the unit says. */
    price: field.decimal({ decimals: 4, rules: 'required|between:0,1000000' }),
    valid_from: field.date({ rules: 'required' }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['provider', 'model', 'unit', 'price', 'valid_from', 'remark', 'updated_at'],
    filters: ['provider', 'unit', 'valid_from'],
    search: ['model'],
    sort: ['id', 'valid_from'],
    default_sort: '-id',
  },
  form: [{ group: 'basic', fields: ['provider', 'model', 'unit', 'price', 'valid_from', 'remark'] }],
  transfer: { export: ['id', 'provider', 'model', 'unit', 'price', 'valid_from', 'remark', 'updated_at'] },
});
