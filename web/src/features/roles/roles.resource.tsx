import { PermissionTree } from '../../kit/permission-tree.tsx';
import type { ResourceView } from '../../kit/resource-view.ts';

export const resourceView: ResourceView = {
  panels: [{ key: 'permissions', wording: 'resources.roles.permissions', panel: PermissionTree, permission: 'show' }],
};
