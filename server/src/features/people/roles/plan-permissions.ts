import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import type * as roles from '@kaike/shared/contracts/people/roles';
import type { BodyOf } from '@kaike/shared/kit/contract';
import type { Db } from '../../../db/pool.ts';
import { assert } from '../../../core/app-error.ts';
import { type RoleRow, grantable, heldBy } from './role.store.ts';
import { grantableIds } from './grantable-ids.ts';

export type PermissionsInput = BodyOf<typeof roles.previewRole>;
export type PermissionPlan = { granted: number[]; revoked: number[]; after: Set<number> };

/** Computes the changes; throws if the role would hold more than its parent. */
export async function planPermissions(
  db: Db,
  { role, menus, input }: { role: RoleRow; menus: readonly MenuEntry[]; input: PermissionsInput },
): Promise<PermissionPlan> {
  assert(role.code !== 'super_admin', 'role.protected');
  const all = grantableIds(menus);
  const allowed = await grantable(db, role, all);
  const after = new Set((input.permission_ids ?? []).filter((id) => all.has(id)));
  assert(
    [...after].every((id) => allowed.has(id)),
    'role.exceeds_parent',
  );
  const currentIds = await heldBy(db, role.id);
  return {
    after,
    granted: [...after].filter((id) => !currentIds.has(id)),
    revoked: [...currentIds].filter((id) => !after.has(id)),
  };
}
