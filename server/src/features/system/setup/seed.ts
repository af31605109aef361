import { sql } from 'kysely';
import { roles } from '@kaike/shared/resources/people/roles';
import type { Context } from '../../../core/context.ts';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { rebuildTree } from '../../../kit/write/rebuild-tree.ts';
import { seedPeoples } from '../../ai/teachers/public.ts';
import { addEnglishTasks, seedScenes } from '../../ai/scenes/public.ts';
import { seedAreas } from '../../site/regions/public.ts';
import { hashPassword, makePassword } from '../../auth/login/public.ts';
import { syncMenus } from '../../office/menus/public.ts';
import { builtInTexts } from '../../people/roles/public.ts';

/** Initial permissions of the agency role; editable like those of any role. */
const agencyMay: Record<string, readonly string[]> = {
  cards: ['list', 'show', 'export', 'issue', 'freeze', 'unfreeze', 'void', 'replace', 'remark'],
  'card-batches': ['list', 'show', 'create', 'update', 'release', 'export-secrets', 'print'],
  'card-cartons': ['list', 'show', 'receive'],
  members: ['list', 'show', 'create', 'export', 'import', 'first-login'],
  invitations: ['list', 'show', 'create', 'update', 'export', 'revoke', 'remark'],
  entitlements: ['list', 'show'],
  'ai-second-logs': ['list', 'show'],
  'learning-records': ['list', 'show', 'export'],
  agencies: [
    'list',
    'show',
    'create',
    'update',
    'export',
    'top-up',
    'recall',
    'transfer-num',
    'new-password',
    'freeze',
    'unfreeze',
    'remark',
  ],
  'card-num-logs': ['list', 'show', 'export'],
  'agency-home': ['list', 'transfer', 'issue-one'],
};

/** Grants the agency role its permissions once, and those of a new release when their menus appear; later changes by people stay. */
async function grantAgency(trx: Db): Promise<void> {
  const keys = Object.entries(agencyMay).flatMap(([resource, names]) =>
    names.map((name) => `admin.${resource}.${name}`),
  );
  await sql`insert into menu_role (role_id, menu_id) select r.id, m.id from roles r, menus m
    where r.code = 'agency' and m.key = any(${keys}::text[])
      and (m.created_at = now() or not exists (select 1 from menu_role x where x.role_id = r.id)) on conflict do nothing`.execute(
    trx,
  );
}

async function seedRoles(trx: Db): Promise<number> {
  const insert = async (role: {
    code: string;
    name: string;
    parent_id: number | null;
    description: string;
    data_scope: string;
    is_template: boolean;
  }) =>
    sql<{ id: number }>`insert into roles (code, name, parent_id, description, data_scope, is_template)
      values (${role.code}, ${role.name}, ${role.parent_id}, ${role.description}, ${role.data_scope}, ${role.is_template})
      on conflict (code) do update set code = excluded.code returning id`.execute(trx);
  const top = await insert({
    code: 'super_admin',
    ...builtInTexts('super_admin'),
    parent_id: null,
    data_scope: 'all',
    is_template: false,
  });
  const id = top.rows[0]?.id ?? 0;
  await insert({
    code: 'agency',
    ...builtInTexts('agency'),
    parent_id: id,
    data_scope: 'own_agency',
    is_template: true,
  });
  await grantAgency(trx);
  await rebuildTree(trx, roles);
  return id;
}

async function seedAdmin(trx: Db, ctx: Context, roleId: number): Promise<string | null> {
  const existing = await sql`select 1 from admin_role where role_id = ${roleId} limit 1`.execute(trx);
  if (existing.rows.length > 0) return null;
  const configured = ctx.config.admin_password;
  const password = configured ?? makePassword();
  const user = await trx
    .insertInto('users')
    .values({
      username: 'admin',
      name: '超级管理员',
      password_hash: await hashPassword(password),
      must_change_password: configured === null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const admin = await trx.insertInto('admins').values({ user_id: user.id }).returning('id').executeTakeFirstOrThrow();
  await trx.insertInto('admin_role').values({ admin_id: admin.id, role_id: roleId }).execute();
  return configured === null ? password : null;
}

/**
 * Creates what a school starts with: menus from the definitions, areas, scripted scenes, built-in roles, the super
 * administrator. Idempotent. Returns the generated one-time password on first start, else null.
 */
export async function seed(ctx: Context): Promise<{ admin_password: string | null }> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockUntilCommit(trx, 'seed');
    await syncMenus(trx);
    await seedAreas(trx);
    await addEnglishTasks(trx);
    await seedScenes(trx);
    await seedPeoples(trx);
    const roleId = await seedRoles(trx);
    return { admin_password: await seedAdmin(trx, ctx, roleId) };
  });
}
