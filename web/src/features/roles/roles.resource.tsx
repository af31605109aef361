import type { roles } from '@kaike/shared/resources/roles';
import { PermissionTree } from '../../kit/permissions/permission-tree.tsx';
import type { ResourceView } from '../../kit/resource-view.ts';

export const resourceView: ResourceView<typeof roles, { is_protected: boolean }> = {
  is_locked: (row) => row.is_protected === true,
  panels: [{ key: 'permissions', wording: 'resources.roles.permissions', panel: PermissionTree, permission: 'show' }],
};
