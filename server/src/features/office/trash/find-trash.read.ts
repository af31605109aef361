import { sql, type RawBuilder } from 'kysely';
import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import { rowScope } from '../../../kit/access.ts';
import type { Resource } from '../../../kit/behaviour.ts';
import { fromOf } from '../../../kit/read/load-rows.ts';
import { undoDays } from '../../../kit/write/write-rows.ts';

const dayMs = 86_400_000;
export const trashPerPage = 20;

export type TrashEntry = { resource: string; id: number; title: string; deleted_at: Date; deleted_by: string };

const hasTrash = ({ definition }: Resource): boolean => !definition.hard_delete && definition.only.includes('delete');

/** Resources with a trash whose rows the user may delete and therefore restore. */
export function trashResources(call: AdminCall): Resource[] {
  return call.ctx.resources.all.filter(
    (resource) => hasTrash(resource) && hasPermission(call.actor, permissionOf(resource.definition, 'delete')),
  );
}

/** Rows deleted before this time can no longer be restored. */
export const trashSince = (now: Date): Date => new Date(now.getTime() - undoDays * dayMs);

export const daysLeft = (deletedAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((deletedAt.getTime() + undoDays * dayMs - now.getTime()) / dayMs));

type TrashQuery = { keyword: string; page: number };

function partOf(call: AdminCall, resource: Resource, { keyword, page }: TrashQuery): RawBuilder<TrashEntry> {
  const { definition } = resource;
  const title = sql`r.${sql.ref(definition.title)}`;
  const like = `%${keyword.replace(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`;
  const matches = keyword === '' ? sql`true` : sql`${title} ilike ${like}`;
  // The view of a resource may not contain `updated_by`.
  return sql<TrashEntry>`(select ${definition.name}::text as resource, r.id, ${title}::text as title, t.deleted_at, coalesce(nullif(u.name, ''), u.username, '') as deleted_by
    from ${fromOf(resource)} r join ${sql.table(definition.table)} t on t.id = r.id left join users u on u.id = t.updated_by
    where ${rowScope(call.actor, resource, { deleted: true })} and ${matches} and t.deleted_at > ${trashSince(call.ctx.clock())}
    order by t.deleted_at desc limit ${page * trashPerPage + 1})`;
}

/** A page of the trash of these resources, most recently deleted first, within the scope of each; one extra row if there is a next page. */
export async function findTrash(
  call: AdminCall,
  resources: readonly Resource[],
  query: TrashQuery,
): Promise<TrashEntry[]> {
  if (resources.length === 0) return [];
  const parts = sql.join(
    resources.map((resource) => partOf(call, resource, query)),
    sql` union all `,
  );
  const { rows } =
    await sql<TrashEntry>`select * from (${parts}) x order by deleted_at desc, resource, id desc limit ${trashPerPage + 1} offset ${(query.page - 1) * trashPerPage}`.execute(
      call.ctx.db,
    );
  return rows;
}
