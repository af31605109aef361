import { sql } from 'kysely';
import type * as roles from '@kaike/shared/contracts/people/roles';
import type { Db } from '../../../db/pool.ts';
import { assert, AppError } from '../../../core/app-error.ts';
import type { AdminCallOf } from '../../../core/call.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { checkIsBelow } from './own-branch.ts';
import { permissionMenus } from './permission-menus.ts';
import { type RoleRow, holdersBelow, revokeBelow, findRole, lockRoles } from './role.store.ts';
import { planPermissions, type PermissionPlan } from './plan-permissions.ts';

async function write(
  trx: Db,
  role: RoleRow,
  { plan: { granted, revoked }, cascade, now }: { plan: PermissionPlan; cascade: boolean; now: Date },
): Promise<number> {
  // A role below never holds more than this one: without cascade a change that would break this is refused.
  if (!cascade) assert((await holdersBelow(trx, role.id, revoked)).length === 0, 'role.exceeds_parent');
  const affected = await revokeBelow(trx, role.id, revoked);
  await sql`delete from menu_role where role_id = ${role.id} and menu_id = any(${revoked}::bigint[])`.execute(trx);
  await sql`insert into menu_role (role_id, menu_id) select ${role.id}, unnest(${granted}::bigint[]) on conflict do nothing`.execute(
    trx,
  );
  await sql`update roles set version = version + 1, updated_at = ${now} where id = ${role.id}`.execute(trx);
  return affected;
}

export async function updateRolePermissions(call: AdminCallOf<typeof roles.updateRolePermissions>) {
  const menus = await permissionMenus(call);
  const keys = new Map(
    menus.map((menu) => [menu.id, menu.resource ? `admin.${menu.resource}.${menu.action ?? ''}` : menu.name]),
  );
  const keysOf = (ids: readonly number[]): string[] => ids.map((id) => keys.get(id) ?? String(id));
  return call.ctx.db.transaction().execute(async (trx) => {
    const role = await findRole(trx, call.params.id, true);
    await lockRoles(trx);
    await checkIsBelow(trx, call, role.id);
    if (call.body.version && call.body.version !== role.version) throw new AppError('record.stale', { current: role });
    const planned = await planPermissions(trx, { role, menus, input: call.body });
    const affected = await write(trx, role, {
      plan: planned,
      cascade: call.body.cascade_cancel !== false,
      now: call.ctx.clock(),
    });
    await call.ctx.bus.publish(trx, 'roles:*');
    const { granted, revoked } = planned;
    await writeLog(trx, call, {
      resource: 'roles',
      action: 'permissions',
      record_id: role.id,
      record_title: role.name,
      before: revoked.length > 0 ? { taken: keysOf(revoked) } : {},
      after: {
        ...(granted.length > 0 ? { granted: keysOf(granted) } : {}),
        ...(affected > 0 ? { affected_roles: affected } : {}),
      },
    });
    return { granted: granted.length, taken: revoked.length, affected_roles: affected };
  });
}
