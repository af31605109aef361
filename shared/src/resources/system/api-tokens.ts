import { tokenAccessChoices, tokenStateChoices } from '../../domain/system/api-token.ts';
import { field } from '../../kit/field.ts';
import { defineResource } from '../../kit/resource.ts';

/** Tokens by which programs of integrators call the API in the name of an administrator, within scopes and until a day. */
export const apiTokens = defineResource({
  name: 'api-tokens',
  table: 'api_tokens',
  area: 'admin',
  menu: { root: 'system', icon: 'key', sort: 72 },
  only: ['list', 'show'],
  title: 'name',
  closed_to_tokens: 'all',
  scope: 'school_only',
  fields: {
    id: field.id(),
    name: field.text({ read_only: true }),
    user_id: field.relation({ resource: 'users', read_only: true }),
    access: field.choice(tokenAccessChoices, { read_only: true }),
    /** Names of resources, or `*`. */
    scopes: field.tags({ read_only: true }),
    /** The last characters, to tell tokens apart. */
    ending: field.text({ read_only: true }),
    state: field.choice(tokenStateChoices, { computed: true, read_only: true }),
    expires_at: field.date_time({ read_only: true }),
    last_used_at: field.date_time({ nullable: true, read_only: true }),
    revoked_at: field.date_time({ nullable: true, read_only: true }),
    created_at: field.date_time({ read_only: true }),
  },
  list: {
    columns: ['name', 'state', 'user_id', 'access', 'scopes', 'ending', 'expires_at', 'last_used_at', 'created_at'],
    filters: ['user_id', 'expires_at'],
    search: ['name'],
    sort: ['id', 'expires_at'],
    default_sort: '-id',
  },
  status: { field: 'state', primary_when: {} },
  actions: {
    revoke: {
      method: 'PUT',
      on: 'rows',
      danger: true,
      undo_action: null,
      when: [{ field: 'revoked_at', is_set: false }],
    },
  },
  permissions: ['issue'],
});
