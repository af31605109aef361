import { sql } from 'kysely';
import type { FailedRow, ResourceBehaviour, Row } from '../../kit/behaviour.ts';
import { AppError, assert } from '../../http/app-error.ts';
import { permissionRoutes } from './role-permissions.ts';

const isProtected = (row: Row): boolean => row['code'] === 'super_admin';

async function blockers(trx: Parameters<NonNullable<ResourceBehaviour['beforeDelete']>>[0]['trx'], rows: Row[]) {
  const ids = rows.map((row) => row.id);
  const { rows: found } = await sql<{ id: number; children: boolean; holders: boolean; code: string | null }>`
    select r.id, r.code, exists (select 1 from roles c where c.parent_id = r.id and c.deleted_at is null and c.id <> all(${ids}::bigint[])) as children,
      exists (select 1 from admin_role ar where ar.role_id = r.id) as holders
    from roles r where r.id = any(${ids}::bigint[])`.execute(trx);
  return found;
}

export const rolesBehaviour: ResourceBehaviour = {
  computed: {
    admin_count: sql`(select count(*)::int from admin_role ar where ar.role_id = r.id)`,
    permission_ids: sql`(select coalesce(array_agg(mr.menu_id order by mr.menu_id), '{}') from menu_role mr where mr.role_id = r.id)`,
  },
  scope: ({ admin }) =>
    admin.agency ? sql<boolean>`false` : null,
  async beforeUpdate(_write, { before, values }) {
    assert(!isProtected(before), 'role.protected');
    return values;
  },
  async afterUpdate({ trx, call }) {
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  async beforeCreate({ trx, call }, values) {
    const parent = await trx.selectFrom('roles').select(['id', 'data_scope']).where('id', '=', Number(values['parent_id'])).where('deleted_at', 'is', null).executeTakeFirst();
    if (!parent) throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
    // A child never sees more than its parent.
    if (parent.data_scope === 'own_agency' && values['data_scope'] === 'all') throw new AppError('role.exceeds_parent', { field: 'data_scope' });
    assert(call.actor.admin.is_super || call.actor.admin.roles.length > 0, 'access.denied');
    return values;
  },
  async beforeDelete({ trx }, rows): Promise<FailedRow[]> {
    return (await blockers(trx, rows)).flatMap((row): FailedRow[] => {
      if (row.code) return [{ id: row.id, code: 'role.protected' }];
      if (row.children) return [{ id: row.id, code: 'role.has_children' }];
      return row.holders ? [{ id: row.id, code: 'role.in_use' }] : [];
    });
  },
  async afterDelete({ trx, call }) {
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  routes: permissionRoutes,
};
