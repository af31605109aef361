import { sql, type RawBuilder } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { addDays, dayOf, startOfDay } from '@kaike/shared/domain/study-days';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Context } from '../../context.ts';
import { mayDo } from '../../http/actor.ts';
import type { AdminCall } from '../../http/route.ts';

type Trend = Dashboard['trend'];
type Seen = { activations: boolean; study: boolean };

const shownDays = 30;
/** A month of study is many rows: what was summed up is told for so long. */
const keptMs = 300_000;
const caches = new WeakMap<Context, LRUCache<string, Trend>>();

function cacheOf(ctx: Context): LRUCache<string, Trend> {
  const known = caches.get(ctx) ?? new LRUCache<string, Trend>({ max: 200, ttl: keptMs });
  caches.set(ctx, known);
  return known;
}

async function sumUp(call: AdminCall, see: Seen): Promise<Trend> {
  const { agency } = call.actor.admin;
  const subtree = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
    (agency ? sql<boolean>`${key} in (select g.id from agencies g where g.lft between ${agency.lft} and ${agency.rgt})` : sql<boolean>`true`);
  const today = dayOf(call.ctx.clock());
  const first = addDays(today, 1 - shownDays);
  const { rows } = await sql<Trend[number]>`
    with activated as (
      select (c.activated_at at time zone ${defaultTimeZone})::date as day, count(*)::int as activations from cards c
      where ${see.activations} and c.activated_at >= ${startOfDay(first)} and ${subtree(sql`c.agency_id`)} group by 1
    ), studied as (
      select d.day, sum(d.study_sec)::int as study_sec from learning_days d
      where ${see.study} and d.day >= ${first}::date and ${agency ? sql<boolean>`d.member_id in (select m.id from members m where ${subtree(sql`m.agency_id`)})` : sql<boolean>`true`} group by 1
    )
    select n.day::date as day, coalesce(a.activations, 0) as activations, coalesce(s.study_sec, 0) as study_sec
    from generate_series(${first}::date, ${today}::date, interval '1 day') as n(day)
      left join activated a on a.day = n.day::date left join studied s on s.day = n.day::date order by n.day`.execute(call.ctx.db);
  return rows;
}

/** Activations and study time of the last 30 days in the person's scope; a few minutes old at most. */
export async function readTrend(call: AdminCall): Promise<Trend> {
  const see = { activations: mayDo(call.actor, 'admin.cards.list'), study: mayDo(call.actor, 'admin.learning-records.list') };
  if (!see.activations && !see.study) return [];
  const key = `${call.actor.admin.agency?.id ?? ''}|${see.activations}|${see.study}|${dayOf(call.ctx.clock())}`;
  const known = cacheOf(call.ctx).get(key);
  if (known) return known;
  const trend = await sumUp(call, see);
  cacheOf(call.ctx).set(key, trend);
  return trend;
}
