import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** What the log tells about. Written out, as the registry of resources holds this definition, too; a test compares them. */
export const loggedResources = [
  'members', 'admins', 'roles', 'agencies', 'subjects', 'teachers', 'courses', 'media', 'files', 'products', 'card-themes', 'card-batches', 'card-cartons', 'cards', 'personage', 'configs', 'menus', 'pay-orders',
  'columns', 'messages', 'users', 'ousers', 'ai-prompt-templates', 'ai-peoples', 'ai-chats', 'ai-messages', 'areas', 'apps', 'search-terms', 'card-num-logs', 'card-approvals', 'card-risks', 'entitlements', 'setup',
] as const;

/** The operation log: append-only, chained by hashes. */
export const logs = defineResource({
  name: 'logs',
  table: 'logs',
  area: 'admin',
  menu: { root: 'system', icon: 'history', sort: 80 },
  only: ['list', 'show', 'export'],
  title: 'record_title',
  // An agency sees what was done by itself and by those below it.
  scope: 'own_agency',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    operator: field.text({ read_only: true }),
    user_id: field.relation({ resource: 'admins', by: 'user_id', nullable: true, read_only: true }),
    role_id: field.relation({ resource: 'roles', nullable: true, read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    resource: field.choice(loggedResources.map((name) => ({ value: name, key: name })), { read_only: true }),
    action: field.text({ read_only: true }),
    record_id: field.text({ nullable: true, read_only: true }),
    record_title: field.text({ read_only: true }),
    reason: field.text({ read_only: true }),
    status_code: field.integer({ read_only: true }),
    cost_ms: field.integer({ read_only: true }),
    ip: field.text({ nullable: true, read_only: true }),
    // Where that is, as far as an address tells it by itself: this machine, a private network, else the address.
    address: field.choice([{ value: 'this_machine', key: 'this_machine' }, { value: 'local_network', key: 'local_network' }], { nullable: true, computed: true, read_only: true }),
    request_id: field.text({ nullable: true, read_only: true }),
  },
  list: {
    columns: ['created_at', 'operator', 'resource', 'action', 'record_title', 'reason', 'ip', 'address'],
    filters: ['created_at', 'resource', 'action', 'user_id', 'role_id', 'record_id', 'ip', 'request_id'],
    search: ['operator', 'record_title'],
    sort: ['id', 'created_at'],
    exact: ['action', 'record_id', 'ip', 'request_id'],
    copy: ['request_id', 'ip'],
    default_sort: '-id',
  },
  transfer: {
    export: [
      'id', 'created_at', 'operator', 'user_id', 'role_id', 'agency_id', 'resource', 'action', 'record_id', 'record_title', 'reason', 'status_code', 'cost_ms', 'ip', 'address', 'request_id',
    ],
  },
});
