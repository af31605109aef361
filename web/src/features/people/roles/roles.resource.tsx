import type { roles } from '@kaike/shared/resources/people/roles';
import { PermissionPanel } from './permissions/permission-panel.tsx';
import type { ResourceView } from '../../../kit/resource-view.ts';

export const resourceView: ResourceView<typeof roles, { is_protected: boolean }> = {
  is_locked: (row) => row.is_protected === true,
  panels: [{ key: 'permissions', wording: 'resources.roles.permissions', panel: PermissionPanel, permission: 'show' }],
};
