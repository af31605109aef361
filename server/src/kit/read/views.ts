import { sql, type RawBuilder } from 'kysely';
import type { View } from '@kaike/shared/kit/resource';
import { countedInView } from '@kaike/shared/kit/rows/view-count';
import { rowScope } from '../access.ts';
import type { AdminActor } from '../../core/actor.ts';
import type { Resource, Row } from '../behaviour.ts';
import type { Db } from '../../db/pool.ts';
import { offerCondition } from './conditions.ts';
import { titlesOfEach } from './labels.ts';
import { fromOf } from './load-rows.ts';

/**
 * `since`: when the oldest row began to wait, and `sum`: the view's sum; null when not all rows were counted. `only`: the id and the
 * names of the only row.
 */
export type ViewCount = { count: number; since: string | null; sum: number | null; only: Row | null };
export type ResourceWithView = { resource: Resource; view: View };

function countOf(actor: AdminActor, { resource, view }: ResourceWithView): RawBuilder<unknown> {
  const valueOf = (field: string): RawBuilder<unknown> => resource.behaviour.computed?.[field] ?? sql.ref(`r.${field}`);
  const since = view.since ? valueOf(view.since) : sql`null::timestamptz`;
  const amount = view.sum ? valueOf(view.sum) : sql`null::bigint`;
  const fields = ['id', ...(view.names ?? [])].flatMap((field) => [sql`${sql.lit(field)}`, valueOf(field)]);
  return sql`(select json_build_object('count', count(*), 'since', case when count(*) < ${countedInView} then min(x.since) end,
      'sum', case when count(*) < ${countedInView} then sum(x.amount) end, 'only', case when count(*) = 1 then json_agg(x.only) -> 0 end)
    from (select ${since} as since, ${amount} as amount, json_build_object(${sql.join(fields)}) as only from ${fromOf(resource)} r
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

/** What the only row of each view is named by, in one statement; nothing for views of several rows. */
export async function namesOfOnly(
  db: Db,
  actor: AdminActor,
  views: readonly (ResourceWithView & ViewCount)[],
): Promise<string[][]> {
  const parts = views.flatMap(({ resource, view, only }, place) =>
    (only === null ? [] : (view.names ?? [])).map((name) => {
      const target = resource.definition.fields[name]?.resource;
      return {
        place,
        value: only?.[name],
        isRelation: !!target,
        resource: target ? resource.related(target) : resource,
      };
    }),
  );
  const titles = await titlesOfEach(
    { db, actor },
    parts.map(({ resource, value, isRelation }) => ({
      resource,
      by: 'id',
      ids: isRelation && typeof value === 'number' ? [value] : [],
    })),
  );
  return views.map((_view, place) =>
    parts.flatMap((part, index) => {
      if (part.place !== place) return [];
      const name = part.isRelation ? titles[index]?.get(Number(part.value)) : part.value;
      return typeof name === 'string' && name !== '' ? [name] : [];
    }),
  );
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
