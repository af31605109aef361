import { invitationStateChoices } from '../../domain/people/invitation-state.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Links by which a number of people may register; an agency makes its own, and its members come from them. */
export const invitations = defineResource({
  name: 'invitations',
  table: 'invitations',
  area: 'admin',
  menu: { root: 'people', icon: 'user-plus', sort: 15 },
  only: ['list', 'show', 'create', 'update', 'export'],
  title: 'name',
  closed_to_tokens: 'all',
  scope: 'own_agency',
  fields: {
    id: field.id(),
    /** What the link is for; members do not see it. */
    name: field.text({ rules: 'required|max:50' }),
    /** The end of the link. */
    code: field.text({ read_only: true }),
    agency_id: field.relation({ resource: 'agencies', nullable: true, read_only: 'update' }),
    max_uses: field.integer({ rules: 'required|between:1,100000', initial: 1 }),
    used_count: field.integer({ read_only: true }),
    expires_at: field.date_time({ rules: 'required', day_bound: 'end' }),
    state: field.choice(invitationStateChoices, { computed: true, read_only: true }),
    revoked_at: field.date_time({ nullable: true, read_only: true }),
    remark: field.text({ rules: 'max:200', initial: '' }),
    created_at: field.date_time({ read_only: true }),
    updated_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'code', 'state', 'agency_id', 'used_count', 'max_uses', 'expires_at', 'created_at', 'remark'],
    filters: ['agency_id', 'expires_at', 'created_at'],
    search: ['name'],
    sort: ['id', 'expires_at', 'created_at'],
    quick_edit: ['remark'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: {} },
  overview: {
    figures: ['used_count', 'max_uses', 'expires_at'],
    facts: ['agency_id', 'created_at', 'remark'],
  },
  form: [{ group: 'basic', fields: ['name', 'agency_id', 'max_uses', 'expires_at', 'remark'] }],
  transfer: {
    export: [
      'id',
      'name',
      'state',
      'agency_id',
      'used_count',
      'max_uses',
      'expires_at',
      'revoked_at',
      'remark',
      'created_at',
    ],
  },
  has_remark_action: true,
  actions: {
    revoke: {
      method: 'PUT',
      on: 'rows',
      danger: true,
      undo_action: null,
      when: [{ field: 'revoked_at', is_set: false }],
    },
  },
});
