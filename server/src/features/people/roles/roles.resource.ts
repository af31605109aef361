import { sql } from 'kysely';
import { roles } from '@kaike/shared/resources/people/roles';
import { defineBehaviour, type FailedRow, type RowOf } from '../../../kit/behaviour.ts';
import { wordRoleLabels, wordRoles } from './built-in-roles.ts';
import { AppError, assert, checkAll } from '../../../core/app-error.ts';
import type { Db } from '../../../db/pool.ts';
import { checkIsBelow, checkNewPlace, checkOwnScope, findForeign } from './own-branch.ts';
import { permissionRoutes } from './role-permissions.routes.ts';
import { copyPermissions, findRole, lockRoles } from './role.store.ts';

/** The role of the super administrators is shown read-only and never changed. */
async function isProtected(db: Db, id: number): Promise<boolean> {
  const role = await db.selectFrom('roles').select('code').where('id', '=', id).executeTakeFirst();
  return role?.code === 'super_admin';
}

async function blockers(trx: Db, rows: RowOf<typeof roles>[]) {
  const ids = rows.map((row) => row.id);
  const { rows: blocked } = await sql<{ id: number; children: boolean; holders: boolean; code: string | null }>`
    select r.id, r.code, exists (select 1 from roles c where c.parent_id = r.id and c.deleted_at is null and c.id <> all(${ids}::bigint[])) as children,
      exists (select 1 from admin_role ar where ar.role_id = r.id) as holders
    from roles r where r.id = any(${ids}::bigint[])`.execute(trx);
  return blocked;
}

/** A role's data scope never exceeds its parent's, nor do scopes below exceed it. */
async function checkScope(trx: Db, role: RowOf<typeof roles>, scope: string): Promise<void> {
  const { rows } = await sql<{
    is_wrong: boolean;
  }>`select exists (select 1 from roles p where p.id = ${role.parent_id} and p.data_scope = 'own_agency' and ${scope} = 'all')
    or exists (select 1 from roles c where c.parent_id = ${role.id} and c.deleted_at is null and c.data_scope = 'all' and ${scope} = 'own_agency') as is_wrong`.execute(
    trx,
  );
  assert(!rows[0]?.is_wrong, 'role.exceeds_parent', { field: 'data_scope' });
}

async function checkTemplate(trx: Db, id: number | null | undefined): Promise<void> {
  if (!id) return;
  const template = await trx
    .selectFrom('roles')
    .select('id')
    .where('id', '=', id)
    .where('is_template', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!template) throw new AppError('request.invalid', { failures: { template_id: [{ rule: 'in', params: [] }] } });
}

/** Reduces permissions and data scope of a role to its parent's. */
async function fitToParent(trx: Db, id: number): Promise<void> {
  await lockRoles(trx);
  await sql`delete from menu_role mr using roles r join roles p on p.id = r.parent_id where r.id = ${id} and mr.role_id = r.id and p.code is distinct from 'super_admin'
    and not exists (select 1 from menu_role held where held.role_id = p.id and held.menu_id = mr.menu_id)`.execute(trx);
  await sql`update roles r set data_scope = p.data_scope from roles p where r.id = ${id} and p.id = r.parent_id and p.data_scope = 'own_agency' and r.data_scope = 'all'`.execute(
    trx,
  );
}

export const rolesBehaviour = defineBehaviour(roles, {
  computed: {
    admin_count: sql`(select count(*)::int from admin_role ar where ar.role_id = r.id)`,
  },
  present: {
    fields: ['name', 'description'],
    words: async ({ locale }, rows) => {
      wordRoles(locale, rows);
      wordRoleLabels(locale, rows, 'parent_id');
      wordRoleLabels(locale, rows, 'template_id');
    },
  },
  scope: ({ admin }) => (admin.agency ? sql<boolean>`false` : null),
  async beforeUpdate({ trx, call }, { before, values }) {
    assert(!(await isProtected(trx, before.id)), 'role.protected');
    await lockRoles(trx);
    await checkIsBelow(trx, call, before.id);
    checkOwnScope(call, values);
    if (values.data_scope !== undefined && values.data_scope !== before.data_scope)
      await checkScope(trx, before, values.data_scope);
    return values;
  },
  async afterUpdate({ trx, call }) {
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  /** The form shows a protected role read-only. */
  extend: async ({ ctx }, row) => ({ is_protected: await isProtected(ctx.db, row.id) }),
  async beforeCreate({ trx, call }, values) {
    const parent = await trx
      .selectFrom('roles')
      .select(['id', 'data_scope'])
      .where('id', '=', values.parent_id)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst();
    if (!parent) throw new AppError('request.invalid', { failures: { parent_id: [{ rule: 'in', params: [] }] } });
    await lockRoles(trx);
    await checkNewPlace({ trx, call }, values);
    // A child's data scope never exceeds its parent's.
    const exceedsParent = parent.data_scope === 'own_agency' && values.data_scope === 'all';
    await checkAll(
      () => checkOwnScope(call, values),
      () => checkTemplate(trx, values.template_id),
      () => assert(!exceedsParent, 'role.exceeds_parent', { field: 'data_scope' }),
    );
    assert(call.actor.admin.is_super || call.actor.admin.roles.length > 0, 'access.denied');
    return values;
  },
  async afterCreate({ trx, call }, row) {
    const { template_id, parent_id } = row;
    if (template_id === null || parent_id === null) return;
    await copyPermissions(trx, {
      role_id: row.id,
      template_id,
      parent: await findRole(trx, parent_id),
    });
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  async beforeDelete({ trx, call }, rows): Promise<FailedRow[]> {
    const foreign = new Set((await findForeign({ trx, call }, rows)).map(({ id }) => id));
    return (await blockers(trx, rows)).flatMap((row): FailedRow[] => {
      if (row.code) return [{ id: row.id, code: 'role.protected' }];
      if (foreign.has(row.id)) return [{ id: row.id, code: 'role.exceeds_own' }];
      if (row.children) return [{ id: row.id, code: 'role.has_children' }];
      return row.holders ? [{ id: row.id, code: 'role.in_use' }] : [];
    });
  },
  async afterDelete({ trx, call }) {
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  blockRestore: findForeign,
  /** Its parent may have lost permissions while the role was in the trash. */
  async afterRestore({ trx, call }, rows) {
    const topDown = await trx
      .selectFrom('roles')
      .select('id')
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .orderBy('lft')
      .execute();
    for (const { id } of topDown) await fitToParent(trx, id);
    await call.ctx.bus.publish(trx, 'roles:*');
  },
  routes: permissionRoutes,
});
