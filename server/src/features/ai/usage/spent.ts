import { sql, type RawBuilder } from 'kysely';

const ofDay = (day: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(select sum(u.cost) from ai_usage_days u where u.day = ${day} and ${condition})`;

/** A budget of each one leaves out those with a budget of their own. */
const hasOwn = (scope: 'agency' | 'member'): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from ai_budgets o where o.scope = ${scope} and o.${sql.ref(`${scope}_id`)} = u.${sql.ref(`${scope}_id`)})`;

/** Yuan of budget `r` so far on a day; of a budget of each one, of the one that cost most. */
export const spentOfBudget = (now: RawBuilder<unknown>): RawBuilder<number> => {
  const day = sql`(${now} at time zone 'Asia/Shanghai')::date`;
  const start = sql`(date_trunc('day', ${now} at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;
  return sql<number>`coalesce(case r.scope when 'all' then ${ofDay(day, sql`true`)}
    when 'purpose' then ${ofDay(day, sql`u.purpose = r.purpose`)}
    when 'provider' then ${ofDay(day, sql`u.provider = r.provider`)}
    when 'agency' then (select max(x.cost) from (select sum(u.cost) as cost from ai_usage_days u where u.day = ${day} and u.agency_id is not null
      and (u.agency_id = r.agency_id or (r.agency_id is null and not ${hasOwn('agency')})) group by u.agency_id) x)
    else (select max(x.cost) from (select sum(u.cost) as cost from ai_usage u where u.created_at >= ${start} and u.member_id is not null
      and (u.member_id = r.member_id or (r.member_id is null and not ${hasOwn('member')})) group by u.member_id) x) end, 0)`;
};
