import { quotaTypeChoices } from '../../domain/agencies/quota-log.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** The quota ledger of agencies; immutable except for the remark. */
export const cardNumLogs = defineResource({
  name: 'card-num-logs',
  table: 'card_num_logs',
  area: 'admin',
  menu: { root: 'trade', icon: 'list', sort: 55 },
  only: ['list', 'show', 'export'],
  title: 'id',
  scope: 'own_agency',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    agency_id: field.relation({ resource: 'agencies', read_only: true }),
    type: field.choice(quotaTypeChoices, { read_only: true }),
    delta: field.integer({ read_only: true }),
    balance_before: field.integer({ read_only: true }),
    balance_after: field.integer({ read_only: true }),
    counterparty_id: field.relation({ resource: 'agencies', nullable: true, read_only: true }),
    /** The account that caused the change; empty for automatic ones. */
    operator_id: field.relation({ resource: 'admins', by: 'user_id', nullable: true, read_only: true }),
    ref_type: field.text({ nullable: true, read_only: true }),
    ref_id: field.integer({ nullable: true, read_only: true }),
    request_id: field.text({ read_only: true }),
    remark: field.text({ read_only: true }),
  },
  list: {
    columns: [
      'created_at',
      'agency_id',
      'type',
      'delta',
      'balance_before',
      'balance_after',
      'counterparty_id',
      'operator_id',
      'remark',
    ],
    filters: ['agency_id', 'type', 'counterparty_id', 'operator_id', 'created_at'],
    sort: ['id', 'created_at'],
    summary: ['delta'],
    default_sort: '-id',
  },
  transfer: {
    export: [
      'id',
      'created_at',
      'agency_id',
      'type',
      'delta',
      'balance_before',
      'balance_after',
      'counterparty_id',
      'operator_id',
      'ref_type',
      'ref_id',
      'remark',
    ],
  },
  actions: { remark: { method: 'PUT', on: 'rows', fields: { remark: field.text({ rules: 'max:200' }) } } },
});
