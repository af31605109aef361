import type { MenuEntry } from '@kaike/shared/contracts/start';
import { defaultLocale, type Locale } from '@kaike/shared/domain/constants';
import { pages } from '@kaike/shared/resources/pages';
import type { Context } from '../../context.ts';
import type { Db } from '../../db/pool.ts';
import type { Actor } from '../../http/actor.ts';

export type MenuRow = Awaited<ReturnType<typeof readAll>>[number];

const pageKeys = new Map(pages.map((page) => [page.url, page]));
const adminPagesForAll = new Set(pages.filter((page) => page.area === 'admin' && !page.permissions).map((page) => page.url));

export async function readAll(db: Db) {
  return db.selectFrom('menus').selectAll().where('deleted_at', 'is', null).orderBy('left_margin').execute();
}

function wordingOf(row: MenuRow): string | null {
  const page = pageKeys.get(row.url);
  if (page) return `pages.${page.key}`;
  if (row.resource && row.action === 'list') return `resources.${row.resource}.name`;
  if (row.resource) return `resources.${row.resource}.actions.${row.action}`;
  return row.key.startsWith('admin.root.') ? `admin.menu.${row.key.slice('admin.root.'.length)}` : null;
}

/** Whether navigation shows it; other pages are reached by links. */
const isInMenu = (row: MenuRow): boolean => row.status === 1 && (row.is_page === 0 || row.is_custom || (pageKeys.get(row.url)?.in_menu ?? row.resource !== null));

/** What people call the entry in a language, else in the original; empty when the wording of the product holds. */
export function nameOf(row: Pick<MenuRow, 'name' | 'names'>, locale: Locale): string {
  const names = row.names as Partial<Record<Locale, string>>;
  return names[locale] || names[defaultLocale] || row.name;
}

export function presentMenu(row: MenuRow, locale: Locale): MenuEntry {
  return {
    id: row.id, parent_id: row.parent_id, name: nameOf(row, locale), icons: row.own_icon ?? row.icons, description: row.description, url: row.url, method: row.method,
    status: row.status, level: row.level, left_margin: row.left_margin, right_margin: row.right_margin, is_page: row.is_page, group: row.group,
    resource_id: row.resource_id, resource: row.resource, action: row.action, is_out_link: row.is_out_link, env: row.env, disabled: row.disabled,
    wording: wordingOf(row), in_menu: isInMenu(row), is_link: row.is_custom && row.is_page === 1,
  };
}

function mayOpen(row: MenuRow, actor: Actor | null): boolean {
  if (row.group === 'open' || row.parent_id === null) return true;
  if (row.group === 'home' || row.group === 'member') return actor?.member !== null && actor !== null;
  const admin = actor?.admin;
  if (!admin) return false;
  return admin.is_super || !row.action || admin.permissions.has(row.key) || adminPagesForAll.has(row.url);
}

/** Branches of the sidebar that lead nowhere for this person are left out. */
function dropEmpty(rows: MenuRow[]): MenuRow[] {
  const isLeaf = (row: MenuRow): boolean => row.is_page === 1 || row.action !== null;
  return rows.filter((row) => isLeaf(row) || row.level < 3
    || rows.some((other) => isLeaf(other) && other.left_margin > row.left_margin && other.right_margin < row.right_margin));
}

/** The menu entries of a person: open ones for everyone, home when logged in, admin ones of the roles. */
export async function readMenus(ctx: Context, actor: Actor | null, locale: Locale = defaultLocale): Promise<MenuEntry[]> {
  const rows = await readAll(ctx.db);
  const mine = rows.filter((row) => row.disabled === 0 && (row.env === '' || row.env.split(',').includes(ctx.config.env)) && mayOpen(row, actor));
  const isAgency = Boolean(actor?.admin?.agency);
  return dropEmpty(mine).map((row) => {
    const entry = presentMenu(row, locale);
    return pageKeys.get(row.url)?.of_agency && !isAgency ? { ...entry, in_menu: false } : entry;
  });
}

/** One entry with its place; null when there is none. */
export async function readMenuInfo(ctx: Context, id: number, locale: Locale = defaultLocale): Promise<MenuEntry | null> {
  const row = await ctx.db.selectFrom('menus').selectAll().where('id', '=', id).where('deleted_at', 'is', null).executeTakeFirst();
  return row ? presentMenu(row, locale) : null;
}
