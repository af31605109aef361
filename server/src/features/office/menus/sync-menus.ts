import { sql } from 'kysely';
import { buildNestedSet } from '@kaike/shared/domain/nested-set';
import { lockUntilCommit } from '../../../db/hidden-names.ts';
import type { Db } from '../../../db/pool.ts';
import { menuDefinitions, type MenuDefinition } from './menu-definitions.ts';

async function upsert(trx: Db, definitions: MenuDefinition[]): Promise<void> {
  await sql`insert into menus (key, url, method, icons, "group", is_page, sort, resource, action, env)
    select key, url, method, icons, "group", is_page, sort, resource, action, env
    from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb)
      as x(key text, url text, method smallint[], icons text, "group" text, is_page smallint, sort int, resource text, action text, env text)
    on conflict (key) do update set url = excluded.url, method = excluded.method, "group" = excluded."group", is_page = excluded.is_page,
      resource = excluded.resource, action = excluded.action, deleted_at = null, icons = excluded.icons,
      env = case when excluded.env = '' then menus.env else excluded.env end`.execute(trx);
  // Resolve parents and owning resources by key, now that every row has an id. Entries moved by hand keep their parent.
  await sql`update menus m set parent_id = coalesce(m.parent_id, p.id), resource_id = r.id
    from jsonb_to_recordset(${JSON.stringify(definitions)}::jsonb) as x(key text, parent_key text, resource_key text)
      left join menus p on p.key = x.parent_key left join menus r on r.key = x.resource_key
    where m.key = x.key and (m.parent_id is null or m.resource_id is distinct from r.id)`.execute(trx);
  await sql`update menus set deleted_at = now() where deleted_at is null and key <> all(${definitions.map((menu) => menu.key)}::text[])
    and plugin = '' and (key like 'admin.%' or key like 'page.%')`.execute(trx);
}

/** Changes of the tree are made one after the other. */
export const lockMenus = (trx: Db): Promise<void> => lockUntilCommit(trx, 'tree:menus');

/** Recomputes margins and levels from parents and order. Returns false if the parents do not form a tree. */
export async function renumber(trx: Db): Promise<boolean> {
  const rows = await trx
    .selectFrom('menus')
    .select(['id', 'parent_id', 'sort'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const built = buildNestedSet(rows);
  await sql`update menus m set left_margin = n.lft, right_margin = n.rgt, level = n.level - 1
    from unnest(${built.map((n) => n.id)}::bigint[], ${built.map((n) => n.lft)}::int[], ${built.map((n) => n.rgt)}::int[], ${built.map((n) => n.level)}::int[])
      as n(id, lft, rgt, level)
    where m.id = n.id`.execute(trx);
  return built.length === rows.length;
}

/** Syncs the menu table with the definitions; changes by people (position, name, status) are kept. */
export async function syncMenus(trx: Db): Promise<void> {
  await lockMenus(trx);
  await upsert(trx, menuDefinitions());
  await renumber(trx);
}
