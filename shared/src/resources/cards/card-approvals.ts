import { approvalActions, approvalState, approvalStateChoices } from '../../domain/cards/card-approval.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const pending: readonly Condition[] = [{ field: 'state', in: [approvalState.pending] }];
const remark = field.text({ rules: 'max:200' });

/** Requests for actions on many cards, decided by somebody other than the requester. */
export const cardApprovals = defineResource({
  name: 'card-approvals',
  table: 'card_approvals',
  area: 'admin',
  menu: { root: 'trade', icon: 'shield-check', sort: 35 },
  only: ['list', 'show', 'create', 'export'],
  title: 'id',
  scope: 'own_agency',
  // A request is withdrawn, never deleted.
  hard_delete: true,
  fields: {
    id: field.id(),
    action: field.choice(
      approvalActions.map((value) => ({ value, key: value.replaceAll('-', '_') })),
      { rules: 'required', read_only: 'update' },
    ),
    batch_id: field.relation({ resource: 'card-batches', rules: 'required', read_only: 'update' }),
    redeem_end_at: field.date_time({
      day_bound: 'end',
      nullable: true,
      read_only: 'update',
      shown_when: { field: 'action', in: ['redate-batch'] },
    }),
    reason: field.text({ rules: 'required|max:200', read_only: 'update' }),
    card_count: field.integer({ read_only: true }),
    state: field.choice(approvalStateChoices, { read_only: true, initial: approvalState.pending }),
    requested_by: field.relation({ resource: 'users', read_only: true }),
    decided_by: field.relation({ resource: 'users', nullable: true, read_only: true }),
    decided_at: field.date_time({ nullable: true, read_only: true }),
    decided_remark: field.text({ read_only: true }),
    expires_at: field.date_time({ read_only: true }),
    changed_count: field.integer({ read_only: true }),
    failed_count: field.integer({ read_only: true }),
    done_at: field.date_time({ nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'id',
      'action',
      'batch_id',
      'card_count',
      'reason',
      'state',
      'requested_by',
      'decided_by',
      'changed_count',
      'expires_at',
      'created_at',
    ],
    filters: ['state', 'action', 'batch_id', 'requested_by', 'created_at'],
    sort: ['id', 'created_at'],
    views: [
      {
        key: 'pending',
        where: [{ field: 'state', in: [approvalState.pending] }],
        todo: 'warning',
        verb: 'approve',
        since: 'created_at',
        sum: 'card_count',
        names: ['batch_id'],
      },
    ],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { approve: [approvalState.pending] } },
  form: [{ group: 'basic', fields: ['action', 'batch_id', 'redeem_end_at', 'reason'] }],
  transfer: {
    export: [
      'id',
      'action',
      'batch_id',
      'card_count',
      'reason',
      'state',
      'requested_by',
      'decided_by',
      'decided_at',
      'decided_remark',
      'changed_count',
      'failed_count',
      'done_at',
      'created_at',
    ],
  },
  actions: {
    approve: { method: 'PUT', school_only: true, on: 'rows', single_row: true, when: pending, fields: { remark } },
    decline: {
      method: 'PUT',
      school_only: true,
      on: 'rows',
      single_row: true,
      danger: true,
      undo_action: null,
      when: pending,
      fields: { remark: field.text({ rules: 'required|max:200' }) },
    },
    withdraw: { method: 'PUT', on: 'rows', single_row: true, when: pending },
  },
});
