import type { MenuEntry } from '@kaike/shared/contracts/auth/start';
import { neededMenuKeys } from '@kaike/shared/domain/office/menu-access';
import { defaultLocale, type Locale } from '@kaike/shared/locales/languages';
import { pages } from '@kaike/shared/pages/index';
import type { Context } from '../../../core/context.ts';
import type { Db } from '../../../db/pool.ts';
import type { Actor } from '../../../core/actor.ts';
import { isEntryOpen, type ClosedEntries } from '../../../core/sessions/closed-entries.ts';
import { translatorOf } from '../../../core/wording.ts';

export type MenuRow = Awaited<ReturnType<typeof loadAllMenus>>[number];

/** Levels above are areas, which are left out of descriptions. */
const firstNamedLevel = 3;

const pageKeys = new Map(pages.map((page) => [page.url, page]));
function holds(permissions: ReadonlySet<string>, needed: string): boolean {
  const [before, after] = needed.split('*');
  return after === undefined
    ? permissions.has(needed)
    : [...permissions].some((key) => key.startsWith(before ?? '') && key.endsWith(after));
}

const adminPagesForAll = new Set(
  pages.filter((page) => page.area === 'admin' && !page.permissions).map((page) => page.url),
);

export async function loadAllMenus(db: Db) {
  return db.selectFrom('menus').selectAll().where('deleted_at', 'is', null).orderBy('left_margin').execute();
}

function wordingOf(row: MenuRow): string | null {
  const page = pageKeys.get(row.url);
  if (page) return `pages.${page.key}`;
  if (row.resource && row.action === 'list') return `resources.${row.resource}.name`;
  if (row.resource) return `resources.${row.resource}.actions.${row.action}`;
  if (row.key.startsWith('admin.root.')) return `admin.menu.${row.key.slice('admin.root.'.length)}`;
  return row.is_custom ? null : `menu_areas.${row.key.replaceAll('.', '_')}`;
}

/** Whether navigation shows the entry; other pages are reached by links. */
const isInMenu = (row: MenuRow): boolean =>
  row.status === 1 &&
  row.own_use !== 'api' &&
  (row.is_page === 0 || row.is_custom || (pageKeys.get(row.url)?.in_menu ?? row.resource !== null));

/** The text in a language, else in the default one. */
const localised = (texts: MenuRow['names'], locale: Locale): string => texts[locale] || texts[defaultLocale] || '';

/** The custom name in a language, else in the default one; empty if the product's wording applies. */
export function nameOf(row: Pick<MenuRow, 'name' | 'names'>, locale: Locale): string {
  return localised(row.names, locale) || row.name;
}

/** The product's name of an entry: its own wording, else that of its operation. */
function wordedName(row: MenuRow, locale: Locale): string {
  const t = translatorOf(locale);
  const keys = [wordingOf(row) ?? '', `kit.actions.${row.action ?? ''}`];
  return keys.map((key) => t(key)).find((text, index) => text !== keys[index]) ?? row.action ?? row.url;
}

const titleOf = (row: MenuRow, locale: Locale): string => nameOf(row, locale) || wordedName(row, locale);

/** The stored description, else the path: heading, page and entry. */
function descriptionOf(row: MenuRow, byId: ReadonlyMap<number, MenuRow>, locale: Locale): string {
  const own = localised(row.descriptions, locale);
  if (own !== '') return own;
  const names = [titleOf(row, locale)];
  const parentOf = (one: MenuRow): MenuRow | undefined =>
    one.parent_id === null ? undefined : byId.get(one.parent_id);
  for (let one = parentOf(row); one && one.level >= firstNamedLevel; one = parentOf(one))
    names.unshift(titleOf(one, locale));
  return names.join(' · ');
}

/** Titles of permissions by key, with their page before them where it is not the page itself; also of those whose plugin is off. */
export async function loadPermissionTitles(
  db: Db,
  keys: readonly string[],
  locale: Locale,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const byId = idsOf(await db.selectFrom('menus').selectAll().execute());
  const titleWithPage = (row: MenuRow): string => {
    const page = row.is_page === 1 || row.parent_id === null ? undefined : byId.get(row.parent_id);
    return page?.is_page === 1 ? `${titleOf(page, locale)} · ${titleOf(row, locale)}` : titleOf(row, locale);
  };
  return new Map(
    [...byId.values()].filter(({ key }) => keys.includes(key)).map((row) => [row.key, titleWithPage(row)] as const),
  );
}

const idsOf = (rows: readonly MenuRow[]): Map<number, MenuRow> => new Map(rows.map((row) => [row.id, row]));

export function presentMenu(row: MenuRow, locale: Locale, byId: ReadonlyMap<number, MenuRow> = new Map()): MenuEntry {
  return {
    id: row.id,
    parent_id: row.parent_id,
    name: titleOf(row, locale),
    is_named: nameOf(row, locale) !== '',
    icons: row.own_icon ?? row.icons,
    description: descriptionOf(row, byId, locale),
    url: row.url,
    method: row.method,
    status: row.status,
    level: row.level,
    left_margin: row.left_margin,
    right_margin: row.right_margin,
    is_page: row.is_page,
    group: row.group,
    resource_id: row.resource_id,
    resource: row.resource,
    action: row.action,
    is_out_link: row.is_out_link,
    env: row.env,
    disabled: row.disabled,
    wording: wordingOf(row),
    in_menu: isInMenu(row),
    is_link: row.is_custom && row.is_page === 1,
  };
}

type Holder = { is_super: boolean; permissions: ReadonlySet<string>; closed?: ClosedEntries };

/** Whether these permissions open an entry of the back office. */
export function opensFor(row: MenuRow, holder: Holder): boolean {
  const all = (row.is_custom ? null : pageKeys.get(row.url)?.requires_any) ?? null;
  const needs = all?.filter((needed) => !holder.closed?.permissions.has(needed));
  // A page of data that another entry closes.
  if (all?.length && needs?.length === 0) return false;
  if (holder.is_super) return true;
  if (needs) return needs.some((needed) => holds(holder.permissions, needed));
  return !row.action || holder.permissions.has(row.key) || adminPagesForAll.has(row.url);
}

/** Whether an entry's own switch, environments and conditions let a person pass. */
const isOpenTo = (row: MenuRow, actor: Actor | null, env: string): boolean =>
  neededMenuKeys.has(row.key) ||
  isEntryOpen(
    { is_off: row.disabled !== 0, env: row.env, middleware: row.own_middleware },
    {
      current_env: env,
      person: {
        is_super: actor?.admin?.is_super === true,
        is_school: Boolean(actor?.admin && !actor.admin.agency),
        is_agency: Boolean(actor?.admin?.agency),
        is_member: Boolean(actor?.member),
      },
    },
  );

/** Without closed entries and what stands below them. */
function withoutClosed(rows: readonly MenuRow[], actor: Actor | null, env: string): MenuRow[] {
  let closedUntil = 0;
  return rows.filter((row) => {
    if (row.left_margin < closedUntil) return neededMenuKeys.has(row.key);
    if (isOpenTo(row, actor, env)) return true;
    closedUntil = row.right_margin;
    return false;
  });
}

function mayOpen(row: MenuRow, actor: Actor | null): boolean {
  if (row.group === 'open' || row.parent_id === null) return true;
  if (row.group === 'home' || row.group === 'member') return actor?.member !== null && actor !== null;
  return actor?.admin ? opensFor(row, actor.admin) : false;
}

/** Drops sidebar branches without any entry for this person. */
function dropEmpty(rows: MenuRow[]): MenuRow[] {
  const isLeaf = (row: MenuRow): boolean => row.is_page === 1 || row.action !== null;
  return rows.filter(
    (row) =>
      isLeaf(row) ||
      row.level < 3 ||
      rows.some(
        (other) => isLeaf(other) && other.left_margin > row.left_margin && other.right_margin < row.right_margin,
      ),
  );
}

type Reader = { actor: Actor | null; locale: Locale };

const isPageOrFolder = (row: MenuRow): boolean => row.is_page === 1 || row.action === null;

/**
 * The menu entries of a person: public ones, member pages when logged in, back-office ones by role; for `pages` without
 * what can be done on them.
 */
export async function loadMenus(
  ctx: Context,
  { actor, locale }: Reader,
  only: 'pages' | null = null,
): Promise<MenuEntry[]> {
  const rows = await loadAllMenus(ctx.db);
  const mine = withoutClosed(rows, actor, ctx.config.env).filter((row) => mayOpen(row, actor));
  const isAgency = Boolean(actor?.admin?.agency);
  const byId = idsOf(rows);
  const visible = dropEmpty(mine);
  return (only === 'pages' ? visible.filter(isPageOrFolder) : visible).map((row) => {
    const entry = presentMenu(row, locale, byId);
    return pageKeys.get(row.url)?.of_agency && !isAgency ? { ...entry, in_menu: false } : entry;
  });
}

/** Every entry, also those that are closed: roles are arranged for when they open again. */
export async function loadEveryMenu(ctx: Context, locale: Locale): Promise<MenuEntry[]> {
  const rows = await loadAllMenus(ctx.db);
  const byId = idsOf(rows);
  return dropEmpty(rows).map((row) => presentMenu(row, locale, byId));
}

/** What an entry says of itself, over what follows from its definition. */
export type OwnMenuFacts = Pick<
  MenuRow,
  'alias' | 'plugin' | 'own_use' | 'own_middleware' | 'own_params' | 'own_responses'
>;
export type MenuInfo = MenuEntry & { key: string } & OwnMenuFacts;

/** One entry with its path, by its number or its alias; null if there is none. */
export async function findMenuInfo(
  ctx: Context,
  { id, alias }: { id?: number | null | undefined; alias?: string | null | undefined },
  locale: Locale = defaultLocale,
): Promise<MenuInfo | null> {
  const rows = await loadAllMenus(ctx.db);
  const row = rows.find((one) => (alias ? one.alias === alias : one.id === id));
  if (!row) return null;
  const { key, own_use: use, own_middleware: own, own_params: params, own_responses: responses } = row;
  return {
    ...presentMenu(row, locale, idsOf(rows)),
    key,
    alias: row.alias,
    plugin: row.plugin,
    own_use: use,
    own_middleware: own,
    own_params: params,
    own_responses: responses,
  };
}
