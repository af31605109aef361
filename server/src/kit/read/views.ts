import { sql, type RawBuilder } from 'kysely';
import type { View } from '@kaike/shared/kit/resource';
import { countedInView } from '@kaike/shared/kit/rows/view-count';
import { rowScope } from '../access.ts';
import type { AdminActor } from '../../core/actor.ts';
import type { Resource } from '../behaviour.ts';
import type { Db } from '../../db/pool.ts';
import { offerCondition } from './conditions.ts';
import { fromOf } from './read-rows.ts';

/** `since`: when the oldest row began to wait; null when not all rows were counted. `id`: the only row. */
export type ViewCount = { count: number; since: string | null; id: number | null };
export type ResourceWithView = { resource: Resource; view: View };

function countOf(actor: AdminActor, { resource, view }: ResourceWithView): RawBuilder<unknown> {
  const since = view.since
    ? (resource.behaviour.computed?.[view.since] ?? sql.ref(`r.${view.since}`))
    : sql`null::timestamptz`;
  return sql`(select json_build_object('count', count(*), 'since', case when count(*) < ${countedInView} then min(x.since) end,
      'id', case when count(*) = 1 then min(x.id) end)
    from (select r.id, ${since} as since from ${fromOf(resource)} r
      where ${rowScope(actor, resource)} and ${offerCondition(resource, view.where)} limit ${countedInView}) x)`;
}

/** The rows of each view that the actor may see, in one statement. */
export async function countViews(db: Db, actor: AdminActor, views: readonly ResourceWithView[]): Promise<ViewCount[]> {
  if (views.length === 0) return [];
  const { rows } = await sql<{
    counts: ViewCount[];
  }>`select json_build_array(${sql.join(views.map((viewed) => countOf(actor, viewed)))}) as counts`.execute(db);
  return (rows[0]?.counts ?? []).map(({ since, ...count }) => ({
    ...count,
    since: since === null ? null : new Date(since).toISOString(),
  }));
}

/** The counts of a list's views, by their keys. */
export async function countViewsOf(db: Db, actor: AdminActor, resource: Resource): Promise<Record<string, number>> {
  const { views = [] } = resource.definition.list;
  const counts = await countViews(
    db,
    actor,
    views.map((view) => ({ resource, view })),
  );
  return Object.fromEntries(views.map(({ key }, index) => [key, counts[index]?.count ?? 0]));
}
