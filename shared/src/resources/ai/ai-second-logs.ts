import { secondsTypeChoices } from '../../domain/ai/second-log.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** The ledger of members' seconds of AI talk; append-only. */
export const aiSecondLogs = defineResource({
  name: 'ai-second-logs',
  table: 'ai_second_logs',
  area: 'admin',
  menu: { root: 'ai', icon: 'list', sort: 35 },
  only: ['list', 'show', 'export'],
  title: 'id',
  hard_delete: true,
  fields: {
    id: field.id(),
    created_at: field.date_time({ read_only: true }),
    member_id: field.relation({ resource: 'members', read_only: true }),
    type: field.choice(secondsTypeChoices, { read_only: true }),
    delta: field.integer({ read_only: true }),
    balance_before: field.duration({ read_only: true }),
    balance_after: field.duration({ read_only: true }),
    /** The account that caused the change; empty for automatic ones. */
    operator_id: field.relation({ resource: 'admins', by: 'user_id', nullable: true, read_only: true }),
    ref_type: field.text({ nullable: true, read_only: true }),
    ref_id: field.integer({ nullable: true, read_only: true }),
    request_id: field.text({ read_only: true }),
    remark: field.text({ read_only: true }),
  },
  list: {
    columns: ['created_at', 'member_id', 'type', 'delta', 'balance_before', 'balance_after', 'operator_id', 'remark'],
    filters: ['member_id', 'type', 'created_at'],
    sort: ['id', 'created_at'],
    summary: ['delta'],
    default_sort: '-id',
  },
  transfer: {
    export: [
      'id',
      'created_at',
      'member_id',
      'type',
      'delta',
      'balance_before',
      'balance_after',
      'operator_id',
      'ref_type',
      'ref_id',
      'remark',
    ],
  },
});
