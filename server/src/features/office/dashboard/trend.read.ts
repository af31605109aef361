import { sql, type RawBuilder } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { addDays, dayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { hasPermission } from '../../../core/actor.ts';
import { loadCached, type Counted } from './cached.ts';
import type { DashboardReader } from './reader.ts';

type Trend = Dashboard['trend'];
type Access = { activations: boolean; joined: boolean; study: boolean };

async function sumUp(call: DashboardReader, access: Access, days: number): Promise<Trend> {
  const { agency } = call.actor.admin;
  const subtree = (key: RawBuilder<unknown>): RawBuilder<boolean> =>
    agency
      ? sql<boolean>`${key} in (select g.id from agencies g where g.lft between ${agency.lft} and ${agency.rgt})`
      : sql<boolean>`true`;
  const today = dayOf(call.ctx.clock());
  const first = addDays(today, 1 - days);
  const { rows } = await sql<Trend[number]>`
    with activated as (
      select (c.activated_at at time zone ${defaultTimeZone})::date as day, count(*)::int as activations from cards c
      where ${access.activations} and c.activated_at >= ${startOfDay(first)} and ${subtree(sql`c.agency_id`)} group by 1
    ), joined as (
      select (m.created_at at time zone ${defaultTimeZone})::date as day, count(*)::int as joined from members m
      where ${access.joined} and m.deleted_at is null and m.created_at >= ${startOfDay(first)} and ${subtree(sql`m.agency_id`)} group by 1
    ), studied as (
      select d.day, sum(d.study_sec)::int as study_sec, count(distinct d.member_id)::int as studying from learning_days d
      where ${access.study} and d.day >= ${first}::date and ${agency ? sql<boolean>`d.member_id in (select m.id from members m where ${subtree(sql`m.agency_id`)})` : sql<boolean>`true`} group by 1
    )
    select n.day::date as day, coalesce(a.activations, 0) as activations, coalesce(j.joined, 0) as joined, coalesce(s.studying, 0) as studying, coalesce(s.study_sec, 0) as study_sec
    from generate_series(${first}::date, ${today}::date, interval '1 day') as n(day)
      left join activated a on a.day = n.day::date left join joined j on j.day = n.day::date left join studied s on s.day = n.day::date order by n.day`.execute(
    call.ctx.db,
  );
  return rows;
}

/** Activations, new members and study time of the last days within the user's scope, cached for a few minutes. */
export async function loadTrend(call: DashboardReader, days: number): Promise<Counted<Trend>> {
  const access = {
    activations: hasPermission(call.actor, 'admin.cards.list'),
    joined: hasPermission(call.actor, 'admin.members.list'),
    study: hasPermission(call.actor, 'admin.learning-records.list'),
  };
  if (!access.activations && !access.joined && !access.study) return { value: [], at: null };
  const key = `trend|${call.actor.admin.agency?.id ?? ''}|${access.activations}|${access.joined}|${access.study}|${days}|${dayOf(call.ctx.clock())}`;
  return loadCached(call.ctx, key, () => sumUp(call, access, days));
}
