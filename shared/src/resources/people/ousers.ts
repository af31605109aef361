import { providerChoices } from '../../domain/auth/third-party.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Third-party identities people log in with. */
export const ousers = defineResource({
  name: 'ousers',
  table: 'ousers',
  area: 'admin',
  menu: { root: 'people', icon: 'link', sort: 50 },
  only: ['list', 'show', 'export'],
  title: 'nickname',
  scope: 'school_only',
  hard_delete: true,
  fields: {
    id: field.id(),
    provider: field.choice(providerChoices, { read_only: true }),
    nickname: field.text({ read_only: true }),
    // Hosted by the service, so only a link: showing the picture would reveal to the service who views whom.
    avatar: field.url({ nullable: true, read_only: true }),
    user_id: field.relation({ resource: 'users', nullable: true, read_only: true }),
    app_id: field.text({ read_only: true }),
    open_id: field.text({ read_only: true }),
    union_id: field.text({ nullable: true, read_only: true }),
    bound_at: field.date_time({ nullable: true, read_only: true }),
    last_login_at: field.date_time({ nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['provider', 'avatar', 'nickname', 'user_id', 'open_id', 'bound_at', 'last_login_at'],
    filters: ['provider', 'user_id', 'open_id', 'union_id', 'bound_at', 'last_login_at'],
    search: ['nickname'],
    sort: ['id', 'bound_at', 'last_login_at'],
    exact: ['open_id', 'union_id'],
    copy: ['open_id', 'union_id'],
    default_sort: '-id',
  },
  transfer: {
    export: ['id', 'provider', 'nickname', 'user_id', 'app_id', 'open_id', 'union_id', 'bound_at', 'last_login_at'],
  },
  actions: {
    unbind: {
      method: 'POST',
      on: 'rows',
      danger: true,
      undo_action: null,
      when: [{ field: 'user_id', is_set: true }],
      fields: { reason: field.reason() },
    },
  },
});
