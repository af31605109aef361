import { sql } from 'kysely';
import type { SavedView, SavedViews } from '@kaike/shared/contracts/office/saved-views';
import type { Db } from '../../../db/pool.ts';
import type { AdminActor } from '../../../core/actor.ts';

export type ViewRow = { id: number; user_id: number; resource: string; version: number; role_id: number | null };
export type ViewValues = { name: string; query: string; layout: unknown; role_id: number | null };

const json = (value: unknown): string | null => (value === null || value === undefined ? null : JSON.stringify(value));

const roleIds = ({ admin }: AdminActor): number[] => admin.roles.map((role) => role.id);

/** Own views and those shared with one of the user's roles. */
const visibleTo = (actor: AdminActor) =>
  sql<boolean>`v.kind = 1 and (v.user_id = ${actor.user_id} or v.role_id = any(${roleIds(actor)}::bigint[]))`;

const presented = (
  actor: AdminActor,
) => sql`v.id, v.name, v.query, v.layout, v.role_id, coalesce(o.name, '') as role_name, coalesce(nullif(u.name, ''), u.username, '') as owner,
  v.user_id = ${actor.user_id} as is_mine, v.version`;

/** The user's views of a list, own ones first. */
export async function findViews(db: Db, actor: AdminActor, resource: string): Promise<SavedView[]> {
  const { rows } =
    await sql<SavedView>`select ${presented(actor)} from saved_views v join users u on u.id = v.user_id left join roles o on o.id = v.role_id
    where ${visibleTo(actor)} and v.resource = ${resource} order by v.user_id <> ${actor.user_id}, v.name, v.id limit 200`.execute(
      db,
    );
  return rows;
}

export async function findView(db: Db, actor: AdminActor, id: number): Promise<SavedView | null> {
  const { rows } =
    await sql<SavedView>`select ${presented(actor)} from saved_views v join users u on u.id = v.user_id left join roles o on o.id = v.role_id
    where ${visibleTo(actor)} and v.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks the view and returns it with its owner, if the user can see it. */
export async function lockView(trx: Db, actor: AdminActor, id: number): Promise<ViewRow | null> {
  const { rows } =
    await sql<ViewRow>`select v.id, v.user_id, v.resource, v.version, v.role_id from saved_views v where ${visibleTo(actor)} and v.id = ${id} for update`.execute(
      trx,
    );
  return rows[0] ?? null;
}

export async function insertView(trx: Db, actor: AdminActor, view: ViewValues & { resource: string }): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into saved_views (user_id, resource, name, query, layout, role_id)
    values (${actor.user_id}, ${view.resource}, ${view.name}, ${view.query}, ${json(view.layout)}::jsonb, ${view.role_id}) returning id`.execute(
    trx,
  );
  return rows[0]?.id ?? 0;
}

export async function countViews(trx: Db, actor: AdminActor, resource: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from saved_views where user_id = ${actor.user_id} and resource = ${resource} and kind = 1`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export async function writeView(trx: Db, id: number, view: ViewValues): Promise<void> {
  await sql`update saved_views set name = ${view.name}, query = ${view.query}, layout = ${json(view.layout)}::jsonb, role_id = ${view.role_id},
    version = version + 1, updated_at = now() where id = ${id}`.execute(trx);
}

export async function deleteView(trx: Db, id: number): Promise<void> {
  await sql`delete from saved_views where id = ${id}`.execute(trx);
}

type ListView = Pick<SavedViews, 'layout' | 'default_view_id'>;

/** The user's layout of the list; the default view only while it is still visible to them. */
export async function findLook(db: Db, actor: AdminActor, resource: string): Promise<ListView> {
  const { rows } =
    await sql<ListView>`select l.layout, (select v.id from saved_views v where v.id = l.default_view_id and ${visibleTo(actor)}) as default_view_id
    from saved_views l where l.kind = 2 and l.user_id = ${actor.user_id} and l.resource = ${resource}`.execute(db);
  return rows[0] ?? { layout: null, default_view_id: null };
}

/** Updates the fields of the user's layout that were passed; the rest stays. */
export async function writeLook(
  db: Db,
  actor: AdminActor,
  look: { resource: string } & Partial<ListView>,
): Promise<void> {
  const layout = look.layout === undefined ? sql`saved_views.layout` : sql`excluded.layout`;
  const view = look.default_view_id === undefined ? sql`saved_views.default_view_id` : sql`excluded.default_view_id`;
  await sql`insert into saved_views (user_id, resource, kind, layout, default_view_id)
    values (${actor.user_id}, ${look.resource}, 2, ${json(look.layout)}::jsonb, ${look.default_view_id ?? null})
    on conflict (user_id, resource) where kind = 2 do update set layout = ${layout}, default_view_id = ${view}, version = saved_views.version + 1, updated_at = now()`.execute(
    db,
  );
}

/** Roles a view may be shared with: the user's own; every role for the super administrator. */
export async function findRoles(db: Db, { admin }: AdminActor): Promise<{ id: number; name: string }[]> {
  if (!admin.is_super) return admin.roles.map(({ id, name }) => ({ id, name }));
  const { rows } = await sql<{
    id: number;
    name: string;
  }>`select id, name from roles where deleted_at is null order by lft, id limit 200`.execute(db);
  return rows;
}
