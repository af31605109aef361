import { field } from '../kit/field.ts';
import { defineResource } from '../kit/resource.ts';

/** What can be taken out of the back office. Written out, as the registry of resources holds this definition, too; a test compares them. */
export const exportedResources = [
  'members', 'users', 'ousers', 'admins', 'roles', 'subjects', 'teachers', 'courses', 'media', 'products', 'pay-orders', 'agencies', 'card-batches',
  'card-cartons', 'cards', 'card-themes', 'card-approvals', 'card-risks', 'card-num-logs', 'learning-records', 'entitlements', 'messages', 'columns', 'apps',
  'areas', 'search-terms', 'ai-peoples', 'ai-prompt-templates', 'ai-chats', 'down-log', 'logs', 'member-counts', 'card-counts', 'file-log',
] as const;

/** Every export that left the back office: who took what, and why when secrets were in it. */
export const downLog = defineResource({
  name: 'down-log',
  table: 'down_logs',
  area: 'admin',
  menu: { root: 'system', icon: 'download', sort: 60 },
  only: ['list', 'show', 'export'],
  title: 'operator',
  // An agency sees what itself and those below it took.
  scope: 'own_agency',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    user_id: field.relation({ resource: 'admins', by: 'user_id', nullable: true, read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    operator: field.text({ read_only: true }),
    resource: field.choice(exportedResources.map((name) => ({ value: name, key: name })), { read_only: true }),
    filters: field.json({ nullable: true, read_only: true }),
    fields: field.tags({ read_only: true }),
    row_count: field.integer({ nullable: true, read_only: true }),
    with_secrets: field.boolean({ read_only: true }),
    reason: field.text({ read_only: true }),
    ip: field.text({ nullable: true, read_only: true }),
  },
  list: {
    columns: ['created_at', 'operator', 'resource', 'row_count', 'with_secrets', 'reason', 'ip'],
    filters: ['user_id', 'resource', 'with_secrets', 'created_at'],
    sort: ['id', 'created_at'],
    default_sort: '-id',
  },
  transfer: { export: ['id', 'created_at', 'operator', 'resource', 'row_count', 'with_secrets', 'reason', 'ip'] },
});
