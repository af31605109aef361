import { sql, type RawBuilder } from 'kysely';
import type { AgencyWeek } from '@kaike/shared/contracts/agencies/agencies';
import { addDays, dayOf, mondayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import type { Db } from '../../../db/pool.ts';

const weekCount = 12;
const daysOfWeek = 7;

/** Cards of these agencies issued and activated in each of the last twelve weeks, the current one included. */
export function weeksStatement(agencyIds: RawBuilder<unknown>, now: Date): RawBuilder<AgencyWeek> {
  const current = mondayOf(dayOf(now));
  const first = addDays(current, (1 - weekCount) * daysOfWeek);
  const counted = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select date_trunc('week', ${moment} at time zone ${defaultTimeZone})::date as monday, count(*)::int as cards from cards c
      where c.agency_id in (select id from mine) and ${moment} >= ${startOfDay(first)} group by 1`;
  return sql<AgencyWeek>`with mine as (${agencyIds}), issued as (${counted(sql`c.issued_at`)}), activated as (${counted(sql`c.activated_at`)})
    select w.monday::date as monday, coalesce(i.cards, 0) as issued, coalesce(a.cards, 0) as activated
    from generate_series(${first}::date, ${current}::date, interval '1 week') as w(monday)
      left join issued i on i.monday = w.monday::date left join activated a on a.monday = w.monday::date order by w.monday`;
}

export async function loadWeeks(db: Db, agencyIds: RawBuilder<unknown>, now: Date): Promise<AgencyWeek[]> {
  return (await weeksStatement(agencyIds, now).execute(db)).rows;
}
