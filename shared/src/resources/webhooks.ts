import { switchStatus, switchStatusChoices } from '../domain/courses/course-status.ts';
import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

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
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'url',
      'status',
      'sends_activations',
      'sends_orders',
      'sends_completions',
      'sends_members',
      'remark',
      'updated_at',
    ],
    filters: ['status'],
    search: ['name'],
    sort: ['id'],
    quick_edit: ['status', 'remark'],
    default_sort: '-id',
  },
  form: [
    { group: 'basic', fields: ['name', 'url', 'remark'] },
    { group: 'events', fields: ['sends_activations', 'sends_orders', 'sends_completions', 'sends_members'] },
  ],
  switchable: true,
  permissions: ['secret'],
});
