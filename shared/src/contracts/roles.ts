import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s } from '../kit/schema.ts';

const node = s.object({
  id: s.integer(), parent_id: s.nullable(s.integer()), key: s.string(), wording: s.nullable(s.string()), title: s.string(),
  allowed: s.boolean(), checked: s.boolean(),
});

export const getRolePermissions = contract({
  method: 'GET', path: '/admin/roles/:id/permissions', answer: s.object({ tree: s.array(node), version: s.integer() }),
});

export const putRolePermissions = contract({
  method: 'PUT', path: '/admin/roles/:id/permissions',
  body: {
    permission_ids: field.relations({ resource: 'menus' }),
    /** Takes what is taken here from every role below as well. */
    cascade_cancel: field.boolean({ initial: true }),
    version: field.integer(),
  },
  answer: s.object({ granted: s.integer(), taken: s.integer(), affected_roles: s.integer() }),
});
