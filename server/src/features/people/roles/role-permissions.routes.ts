import * as roles from '@kaike/shared/contracts/people/roles';
import { isOfSchool, route } from '../../../core/route.ts';
import { getRolePermissions } from './get-role-permissions.ts';
import { updateRolePermissions } from './update-role-permissions.ts';
import { previewRole } from './preview-role.ts';

export const permissionRoutes = [
  route.admin(roles.getRolePermissions, {
    permission: 'admin.roles.show',
    by_token: false,
    admits: isOfSchool,
    handler: getRolePermissions,
  }),
  route.admin(roles.updateRolePermissions, {
    permission: 'admin.roles.update',
    admits: isOfSchool,
    handler: updateRolePermissions,
  }),
  route.admin(roles.previewRole, { permission: 'admin.roles.show', admits: isOfSchool, handler: previewRole }),
];
