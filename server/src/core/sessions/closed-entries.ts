import { sql } from 'kysely';
import { menuMiddleware, neededMenuKeys, type MenuMiddleware } from '@kaike/shared/domain/office/menu-access';

/** What the menu closes to a person, beyond what they are permitted. */
export type ClosedEntries = {
  /** Permissions of entries that are closed, or stand below one that is. */
  readonly permissions: ReadonlySet<string>;
  /** Addresses of closed pages without a permission of their own; their routes stand below these. */
  readonly pages: readonly string[];
};

export const noClosedEntries: ClosedEntries = { permissions: new Set(), pages: [] };

/** An entry of the back office under a condition of its own or of an entry above it. */
export type MenuCondition = {
  key: string;
  url: string;
  action: string | null;
  is_off: boolean;
  env: string;
  middleware: string[];
};

/** Who somebody is, as far as an entry may ask. */
export type MenuPerson = { is_super: boolean; is_school: boolean; is_agency: boolean; is_member: boolean };

const passes: Readonly<Record<MenuMiddleware, (person: MenuPerson) => boolean>> = {
  school: ({ is_school }) => is_school,
  agency: ({ is_agency }) => is_agency,
  super_admin: ({ is_super }) => is_super,
  member: ({ is_member }) => is_member,
};

/** Whether an entry is there at all, in this environment and for this person. */
export function isEntryOpen(
  { is_off, env, middleware }: Pick<MenuCondition, 'is_off' | 'env' | 'middleware'>,
  { person, current_env: current }: { person: MenuPerson; current_env: string },
): boolean {
  const isHere = env === '' || env.split(',').includes(current);
  return !is_off && isHere && menuMiddleware.every((name) => !middleware.includes(name) || passes[name](person));
}

/**
 * The conditions of the back office's entries, as one JSON value: those of an entry bind everything below it. Links that
 * people add open nothing and close nothing; what is needed to undo a condition is never under one.
 */
export const menuConditions = sql`(select json_agg(json_build_object('key', d.key, 'url', d.url, 'action', d.action, 'is_off', c.disabled <> 0, 'env', c.env, 'middleware', c.own_middleware))
      from menus c join menus d on d."group" = 'admin' and d.deleted_at is null and not d.is_custom and d.left_margin >= c.left_margin and d.right_margin <= c.right_margin
        left join menus h on h.id = d.resource_id
      where c."group" = 'admin' and c.deleted_at is null and (c.disabled <> 0 or c.env <> '' or c.own_middleware <> '{}')
        and coalesce(h.key, d.key) <> all(${[...neededMenuKeys]}::text[]))`;

/** What these conditions close to a person. */
export function closedEntriesFor(
  conditions: readonly MenuCondition[] | null,
  who: { person: MenuPerson; current_env: string },
): ClosedEntries {
  const closed = (conditions ?? []).filter((condition) => !isEntryOpen(condition, who));
  if (closed.length === 0) return noClosedEntries;
  return {
    permissions: new Set(closed.filter(({ action }) => action !== null).map(({ key }) => key)),
    pages: closed.filter(({ action, url }) => action === null && url !== '').map(({ url }) => url),
  };
}

const anonymous = (path: string): string => path.replaceAll(/:\w+/g, ':');

/** Whether a route belongs to a page that is closed: it stands at its address or below. */
export function isBelowClosedPage({ pages }: ClosedEntries, path: string): boolean {
  const clean = anonymous(path);
  return pages.some((url) => clean === anonymous(url) || clean.startsWith(`${anonymous(url)}/`));
}
