import { browserErrorKinds, browserErrorStatus, browserErrorStatusChoices } from '../../domain/system/browser-error.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Errors that happened in people's browsers, each kept for 30 days after it was last seen. */
export const browserErrors = defineResource({
  name: 'browser-errors',
  table: 'browser_errors',
  area: 'admin',
  menu: { root: 'system', icon: 'shield-alert', sort: 83 },
  only: ['list', 'show', 'export'],
  title: 'message',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    message: field.text({ read_only: true }),
    kind: field.choice(
      browserErrorKinds.map((value) => ({ value, key: value })),
      { read_only: true },
    ),
    status: field.choice(browserErrorStatusChoices, { read_only: true, initial: browserErrorStatus.open }),
    /** Visits in which it happened. */
    count: field.integer({ read_only: true }),
    path: field.text({ read_only: true }),
    browser: field.text({ read_only: true }),
    release: field.text({ read_only: true }),
    stack: field.long_text({ read_only: true }),
    first_seen_at: field.date_time({ read_only: true }),
    last_seen_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['message', 'kind', 'status', 'count', 'path', 'browser', 'release', 'first_seen_at', 'last_seen_at'],
    filters: ['status', 'kind', 'last_seen_at'],
    search: ['message', 'path'],
    sort: ['id', 'count', 'first_seen_at', 'last_seen_at'],
    quick_edit: ['status'],
    omit_from_list: ['stack'],
    views: [
      {
        key: 'open',
        where: [{ field: 'status', in: [browserErrorStatus.open] }],
        todo: 'info',
        verb: 'done',
        since: 'last_seen_at',
      },
    ],
    default_sort: '-last_seen_at',
  },
  status: { field: 'status', primary_when: { done: [browserErrorStatus.open] } },
  transfer: {
    export: [
      'id',
      'message',
      'kind',
      'status',
      'count',
      'path',
      'browser',
      'release',
      'stack',
      'first_seen_at',
      'last_seen_at',
    ],
  },
  has_status_action: true,
});
