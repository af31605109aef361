import { entitlementKinds, entitlementSources } from '../../domain/commerce/product-status.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

const reason = field.reason();

/** What members may use, until when, and by what source: a card, an order or an administrator. Here the end can be changed, and entitlements revoked and restored. */
export const entitlements = defineResource({
  name: 'entitlements',
  table: 'entitlements',
  area: 'admin',
  menu: { root: 'people', icon: 'key', sort: 20 },
  only: ['list', 'show', 'export'],
  title: 'title',
  hard_delete: true,
  fields: {
    id: field.id(),
    member_id: field.relation({ resource: 'members', read_only: true }),
    kind: field.choice(
      entitlementKinds.map((value) => ({ value, key: value })),
      { read_only: true },
    ),
    course_id: field.relation({ resource: 'courses', nullable: true, read_only: true }),
    /** The course; empty for AI seconds. */
    title: field.text({ read_only: true }),
    amount: field.duration({ nullable: true, read_only: true }),
    source_type: field.choice(
      entitlementSources.map((value) => ({ value, key: value })),
      { read_only: true },
    ),
    source_id: field.integer({ nullable: true, read_only: true }),
    /** Number of the card or the order; empty for other sources. */
    source_no: field.text({ computed: true, read_only: true }),
    /** Lessons of the course that the member has completed, and all of them: `13 / 21`. */
    progress: field.text({ computed: true, nullable: true, read_only: true }),
    start_at: field.date_time({ read_only: true }),
    end_at: field.date_time({ nullable: true, read_only: true, day_bound: 'end' }),
    /** When it was to start at first; empty unless it moved because another entitlement changed. */
    start_before: field.date_time({ nullable: true, computed: true, read_only: true }),
    /** When the end was last changed manually. */
    redated_at: field.date_time({ nullable: true, read_only: true }),
    revoked_at: field.date_time({ nullable: true, read_only: true }),
    revoke_reason: field.text({ read_only: true }),
    /** Who revoked it manually; empty when a card was reversed or an order refunded. */
    revoked_by: field.relation({ resource: 'admins', nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: [
      'member_id',
      'kind',
      'course_id',
      'amount',
      'source_type',
      'source_no',
      'progress',
      'start_at',
      'end_at',
      'revoked_at',
      'revoke_reason',
      'created_at',
    ],
    filters: ['member_id', 'course_id', 'source_type', 'end_at', 'revoked_at', 'source_id'],
    sort: ['id', 'end_at'],
    default_sort: '-id',
  },
  transfer: {
    export: [
      'id',
      'member_id',
      'kind',
      'course_id',
      'amount',
      'source_type',
      'source_id',
      'start_at',
      'end_at',
      'revoked_at',
      'revoke_reason',
      'revoked_by',
      'created_at',
    ],
  },
  actions: {
    /** Sets another last day; empty means permanent. */
    redate: {
      method: 'PUT',
      by_token: true,
      school_only: true,
      on: 'rows',
      dry_run_on: ['end_at'],
      when: [
        { field: 'kind', in: ['course'] },
        { field: 'revoked_at', is_set: false },
      ],
      fields: { end_at: field.date({ nullable: true }), reason },
    },
    /** Restores the end before the last manual change. */
    'undo-redate': {
      method: 'PUT',
      by_token: true,
      school_only: true,
      on: 'rows',
      hidden: true,
      when: [
        { field: 'redated_at', is_set: true },
        { field: 'revoked_at', is_set: false },
      ],
      fields: { reason },
    },
    revoke: {
      method: 'PUT',
      by_token: true,
      school_only: true,
      on: 'rows',
      danger: true,
      undo_action: 'restore',
      dry_run_on: [],
      when: [{ field: 'revoked_at', is_set: false }],
      fields: { reason },
    },
    /** Restores a manually revoked entitlement, as long as its source is still valid. */
    restore: {
      method: 'PUT',
      by_token: true,
      school_only: true,
      on: 'rows',
      when: [{ field: 'revoked_by', is_set: true }],
      fields: { reason },
    },
  },
});
