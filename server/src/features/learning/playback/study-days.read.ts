import { sql, type RawBuilder } from 'kysely';
import { streakOf, type Streak } from '@kaike/shared/domain/learning/streak';
import { addDays, dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import type { Db } from '../../../db/pool.ts';

export type StudyDay = { day: string; study_sec: number; lessons_done: number };

/** Maximum days read: more than a streak looks back over. */
const maximumDays = 410;

/** A member's study days, latest first, with the totals of this week (since Monday) and overall; with `until` those before that day. */
export async function loadStudyDays(
  db: Db,
  { member_id, now, until }: { member_id: number; now: Date; until?: string },
): Promise<{ days: StudyDay[]; week_sec: number; total_sec: number }> {
  const monday = mondayOf(dayOf(now));
  const isBefore = until ? sql`and d.day < ${until}` : sql``;
  const { rows } = await sql<StudyDay & { total_sec: number }>`
    select d.day, sum(d.study_sec)::int as study_sec, sum(d.lessons_done)::int as lessons_done, m.total_study_sec + coalesce(g.study_sec, 0) as total_sec
    from learning_days d join members m on m.id = d.member_id left join study_gathered g on g.member_id = m.id where d.member_id = ${member_id} ${isBefore}
    group by d.day, m.total_study_sec, g.study_sec order by d.day desc limit ${maximumDays}`.execute(db);
  const days = rows.map(({ day, study_sec, lessons_done }) => ({ day, study_sec, lessons_done }));
  return {
    days,
    week_sec: days.filter(({ day }) => day >= monday).reduce((sum, day) => sum + day.study_sec, 0),
    total_sec: rows[0]?.total_sec ?? 0,
  };
}

/** The days of a week and of the one before it, Monday first; those without study are empty. */
export function twoWeeksOf(days: readonly StudyDay[], monday: string): StudyDay[] {
  const first = addDays(monday, -7);
  const byDay = new Map(days.map((day) => [day.day, day]));
  return Array.from({ length: 14 }, (_, index) => {
    const day = addDays(first, index);
    return byDay.get(day) ?? { day, study_sec: 0, lessons_done: 0 };
  });
}

/** The streak with its leave slips, from study days. */
export function countStreak(days: readonly StudyDay[], now: Date): Streak {
  return streakOf(
    days.filter((day) => day.study_sec > 0).map((day) => day.day),
    dayOf(now),
  );
}

/** The goal of each day of a week in minutes, Monday first, as a column of a query in which `m` is the member. */
export const goalsOfWeek = (monday: string): RawBuilder<number[]> => sql`(
  select json_agg(coalesce(
    (select p.daily_goal_min from past_goals p where p.member_id = m.id and p.until > w.day order by p.until limit 1),
    m.daily_goal_min) order by w.day)
  from (select ${monday}::date + place as day from generate_series(0, 6) place) w)`;
