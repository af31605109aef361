import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Data scope of a role: everything, or only the holder's agency and those below it. */
export const dataScopes = [
  { value: 'all', key: 'all' },
  { value: 'own_agency', key: 'own_agency' },
] as const;

/** Whether the role's holders must also log in with an authenticator code. */
export const secondFactorDemands = [
  { value: 0, key: 'optional' },
  { value: 1, key: 'required' },
] as const;

export const roles = defineResource({
  name: 'roles',
  table: 'roles',
  area: 'admin',
  menu: { root: 'people', icon: 'shield', sort: 30 },
  only: ['list', 'show', 'create', 'update', 'delete', 'export'],
  title: 'name',
  closed_to_tokens: 'all',
  tree: true,
  fields: {
    id: field.id(),
    name: field.text({ rules: 'required|max:50' }),
    parent_id: field.relation({ resource: 'roles', nullable: true, rules: 'required', read_only: 'update' }),
    data_scope: field.choice(dataScopes, { rules: 'required', initial: 'all' }),
    second_factor: field.choice(secondFactorDemands, { initial: 0 }),
    is_template: field.boolean({ initial: false }),
    /** Role whose permissions a new role starts with. */
    template_id: field.relation({ resource: 'roles', nullable: true, read_only: 'update' }),
    description: field.text({ rules: 'max:200', initial: '' }),
    admin_count: field.integer({ computed: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'parent_id',
      'data_scope',
      'second_factor',
      'is_template',
      'admin_count',
      'description',
      'updated_at',
    ],
    filters: ['parent_id', 'data_scope', 'is_template'],
    search: ['name'],
    sort: ['id', 'name', 'updated_at'],
    quick_edit: ['description'],
    layouts: ['tree', 'table'],
    default_sort: 'id',
  },
  overview: {
    facts: ['parent_id', 'data_scope', 'second_factor', 'is_template', 'description'],
    related: [
      { resource: 'admins', by: 'role_ids', columns: ['username', 'name', 'status', 'last_login_at'] },
      { resource: 'roles', by: 'parent_id', columns: ['name', 'data_scope', 'admin_count'] },
    ],
  },
  form: [
    {
      group: 'basic',
      fields: ['name', 'parent_id', 'data_scope', 'second_factor', 'is_template', 'template_id', 'description'],
    },
  ],
  transfer: { export: ['id', 'name', 'parent_id', 'data_scope', 'description', 'updated_at'] },
});
