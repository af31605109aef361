import { numberRequestState, numberRequestStateChoices } from '../../domain/people/number-request.ts';
import { field } from '../../kit/field.ts';
import { defineResource, type Condition } from '../../kit/resource.ts';

const waiting: Condition = { field: 'state', in: [numberRequestState.waiting] };
const reason = field.reason();

/** Learners who have lost their number and ask the school for another one, which they have proved by a code; kept for half a year. */
export const numberRequests = defineResource({
  name: 'number-requests',
  table: 'number_requests',
  area: 'admin',
  menu: { root: 'people', icon: 'smartphone', sort: 18 },
  only: ['list', 'show'],
  title: 'name',
  scope: 'school_only',
  // Their numbers become log-ins.
  closed_to_tokens: 'all',
  hard_delete: true,
  fields: {
    id: field.id(),
    /** As the person wrote it. */
    name: field.text({ read_only: true, is_person_name: true }),
    /** Who was logged in, or has or had the old number: the school makes sure that it is them. */
    member_id: field.relation({ resource: 'members', nullable: true, read_only: true }),
    /** Whether the person was logged in to that account. */
    is_logged_in: field.boolean({ read_only: true, initial: false }),
    old_number: field.mobile({ nullable: true, read_only: true, masked: 'mobile' }),
    mobile_phone: field.mobile({ read_only: true, masked: 'mobile' }),
    remark: field.text({ read_only: true }),
    state: field.choice(numberRequestStateChoices, { read_only: true, initial: numberRequestState.waiting }),
    reason: field.text({ read_only: true }),
    decided_by: field.relation({ resource: 'users', nullable: true, read_only: true }),
    decided_at: field.date_time({ nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'name',
      'member_id',
      'is_logged_in',
      'old_number',
      'mobile_phone',
      'remark',
      'state',
      'reason',
      'decided_by',
      'created_at',
    ],
    filters: ['state', 'created_at'],
    sort: ['id', 'created_at'],
    views: [
      { key: 'waiting', where: [waiting], todo: 'warning', verb: 'approve', since: 'created_at', names: ['name'] },
    ],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: { approve: [numberRequestState.waiting] } },
  actions: {
    /** The learner logs in by the new number from now on; the one before is told, and every session ends. */
    approve: {
      method: 'PUT',
      on: 'rows',
      single_row: true,
      when: [waiting],
      also_requires: ['admin.members.change-mobile'],
      fields: { member_id: field.relation({ resource: 'members', nullable: true }), reason },
    },
    refuse: { method: 'PUT', on: 'rows', single_row: true, when: [waiting], fields: { reason } },
  },
  permissions: ['reveal'],
});
