import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { MenuNode, MenuType } from '@kaike/shared/contracts/office/menus';
import { neededMenuKeys } from '@kaike/shared/domain/office/menu-access';
import type { Db } from '../../../db/pool.ts';
import type { AdminCall } from '../../../core/call.ts';
import { opensFor, presentMenu, loadAllMenus, type MenuRow } from './load-menus.ts';

const rootLevel = 3;
/** Closing or hiding these could not be undone. */
export const isProtected = (row: Pick<MenuRow, 'key'>): boolean => neededMenuKeys.has(row.key);

function typeOf(row: MenuRow): MenuType {
  if (row.is_page === 0) return 'folder';
  if (row.is_custom) return row.is_out_link === 1 ? 'out_link' : 'link';
  return row.resource_id === null ? 'page' : 'resource';
}

/** Headings of the back office and their navigation entries; operations and pages reached by links are not part of it. */
export function sidebarRows(rows: readonly MenuRow[]): MenuRow[] {
  const roots = new Set(rows.filter((row) => row.group === 'admin' && row.level === rootLevel).map((row) => row.id));
  return rows.filter((row) => roots.has(row.id) || (row.parent_id !== null && roots.has(row.parent_id)));
}

/** A hash that changes with every move. */
export function revisionOf(rows: readonly MenuRow[]): string {
  return createHash('sha256')
    .update(rows.map((row) => `${row.id}:${row.parent_id ?? ''}`).join())
    .digest('hex')
    .slice(0, 32);
}

type RolePermissions = { is_super: boolean; permissions: ReadonlySet<string> };

/** The permissions of each role. */
async function readRoles(db: Db): Promise<RolePermissions[]> {
  const { rows } = await sql<{
    code: string;
    keys: string[];
  }>`select r.code, coalesce((select array_agg(m.key) from menu_role mr join menus m on m.id = mr.menu_id where mr.role_id = r.id), '{}') as keys
    from roles r where r.deleted_at is null`.execute(db);
  return rows.map(({ code, keys }) => ({ is_super: code === 'super_admin', permissions: new Set(keys) }));
}

export function presentNode(
  row: MenuRow,
  tree: { all: readonly MenuRow[]; roles: readonly RolePermissions[]; roots: ReadonlySet<number>; call: AdminCall },
): MenuNode {
  const { wording } = presentMenu(row, tree.call.locale);
  return {
    id: row.id,
    parent_id: tree.roots.has(row.id) ? null : row.parent_id,
    key: row.key,
    names: row.names,
    wording,
    url: row.url,
    descriptions: row.descriptions,
    icons: row.own_icon ?? row.icons,
    status: row.status,
    type: typeOf(row),
    is_custom: row.is_custom,
    is_protected: isProtected(row),
    actions: tree.all.filter((one) => one.parent_id === row.id && one.is_page === 0).length,
    roles: tree.roles.filter((role) => opensFor(row, role)).length,
    is_enabled: row.disabled === 0,
    env: row.env === '' ? [] : row.env.split(','),
    alias: row.alias,
    plugin: row.plugin,
    use: row.own_use,
    middleware: row.own_middleware,
    params: row.own_params,
    responses: row.own_responses,
  };
}

/** What an entry is shown with. */
export async function loadTree(call: AdminCall) {
  const all = await loadAllMenus(call.ctx.db);
  const rows = sidebarRows(all);
  const roots = new Set(rows.filter((row) => row.level === rootLevel).map((row) => row.id));
  return { rows, tree: { all, roles: await readRoles(call.ctx.db), roots, call } };
}
