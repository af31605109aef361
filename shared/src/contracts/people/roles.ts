import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const node = s.object({
  id: s.integer(),
  parent_id: s.nullable(s.integer()),
  key: s.string(),
  wording: s.nullable(s.string()),
  title: s.string(),
  /** A menu heading, which grants nothing. */
  is_folder: s.boolean(),
  allowed: s.boolean(),
  checked: s.boolean(),
});
export type PermissionNode = SchemaValue<typeof node>;

export const getRolePermissions = contract({
  method: 'GET',
  path: '/admin/roles/:id/permissions',
  /** `is_editable`: the role is below one that the person holds. */
  response: s.object({ tree: s.array(node), version: s.integer(), is_editable: s.boolean() }),
});

const permissionFields = {
  permission_ids: field.relations({ resource: 'menus' }),
  /** Also revokes permissions revoked here from every role below. */
  cascade_cancel: field.boolean({ initial: true }),
};

export const updateRolePermissions = contract({
  method: 'PUT',
  path: '/admin/roles/:id/permissions',
  body: { ...permissionFields, version: field.integer() },
  response: s.object({ granted: s.integer(), taken: s.integer(), affected_roles: s.integer() }),
});

const permission = s.object({ id: s.integer(), title: s.string() });
const rolePart = s.object({ id: s.integer(), name: s.string(), admins: s.integer(), lost: s.array(s.string()) });
const sidebarPage = s.object({ id: s.integer(), title: s.string(), url: s.string(), actions: s.array(s.string()) });

/** Dry run of saving permissions: who gains and loses what, and the menu as the role would see it. */
export const previewRole = contract({
  method: 'POST',
  path: '/admin/roles/:id/rehearse',
  body: permissionFields,
  response: s.object({
    gained: s.array(permission),
    lost: s.array(permission),
    admins: s.integer(),
    /** Roles below that have some of the revoked permissions. */
    below: s.array(rolePart),
    /** Without cascade, those roles block saving. */
    is_blocked: s.boolean(),
    sidebar: s.array(s.object({ id: s.integer(), title: s.string(), icons: s.string(), pages: s.array(sidebarPage) })),
  }),
});
export type RolePreview = SchemaValue<(typeof previewRole)['response']>;
