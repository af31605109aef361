import { sql, type RawBuilder } from 'kysely';
import { addDays, dayOf, mondayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import { messageStatus } from '@kaike/shared/domain/messaging/message-status';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import { finishedBefore } from '../../../catalog/courses/public.ts';
import { reachedStatuses } from '../audience.ts';
import { openNotice, sendNotice } from './study-notice.ts';

/** Learners whose week is worked out by one statement. */
const pageSize = 500;
/** Who did not study is written to only when an access ends within the week to come. */
const endingSoonDays = 7;
/** Who studied hears of the next end within this time. */
const endingDays = 30;

type Week = { monday: string; before: string; end: string; now: Date };

const inDays = (now: Date, days: number): Date => new Date(now.getTime() + days * 86_400_000);

/** An access `e` that ends after `now` and by `until`, and no other access to the course lasts longer. */
const endsBy = (now: Date, until: Date): RawBuilder<boolean> => sql<boolean>`(e.kind = 'course' and e.revoked_at is null
  and e.end_at > ${now} and e.end_at <= ${until} and not exists (select 1 from entitlements o where o.member_id = e.member_id
    and o.course_id = e.course_id and o.revoked_at is null and (o.end_at is null or o.end_at > e.end_at)))`;

/** Lists whom the week is about: who studied, and whose access ends soon. Returns false when that is nobody. */
async function listLearners(trx: Db, { id, week }: { id: number; week: Week }): Promise<boolean> {
  const { rows } = await sql`with listed as (insert into message_targets (message_id, member_id)
    select ${id}::bigint, m.id from (
      select d.member_id from learning_days d where d.day >= ${week.monday} and d.day < ${week.end} and d.study_sec > 0
      union select e.member_id from entitlements e where ${endsBy(week.now, inDays(week.now, endingSoonDays))}
    ) x join members m on m.id = x.member_id
    where m.weekly_summary and m.deleted_at is null and m.status = any(${reachedStatuses}::smallint[])
    returning 1) select 1 from listed limit 1`.execute(trx);
  return rows.length > 0;
}

/** Writes the weeks of the next learners; returns false when all are written. */
async function writePage({ db }: Context, { id, week }: { id: number; week: Week }): Promise<boolean> {
  const [start, end] = [startOfDay(week.monday), startOfDay(week.end)];
  const { rows } = await sql<{ count: number }>`with page as (
      select member_id as id from message_targets where message_id = ${id} and facts is null order by member_id limit ${pageSize}
    ), study as (
      select d.member_id, coalesce(sum(d.study_sec) filter (where d.day >= ${week.monday}), 0) as study_sec,
        coalesce(sum(d.study_sec) filter (where d.day < ${week.monday}), 0) as before_sec,
        count(distinct d.day) filter (where d.day >= ${week.monday} and d.study_sec > 0) as days,
        coalesce(sum(d.lessons_done) filter (where d.day >= ${week.monday}), 0) as lessons
      from learning_days d where d.member_id in (select id from page) and d.day >= ${week.before} and d.day < ${week.end} group by d.member_id
    ), finished as (
      select x.member_id, json_agg(c.title order by c.id) as titles
      from (select distinct r.member_id, r.course_id from learning_records r
        where r.member_id in (select id from page) and r.completed_at >= ${start} and r.completed_at < ${end}) x
      join courses c on c.id = x.course_id and c.deleted_at is null
      where ${finishedBefore(sql`x.member_id`, end)}
      group by x.member_id
    ), ending as (
      select distinct on (e.member_id) e.member_id, json_build_object('title', c.title, 'end_at', e.end_at) as course
      from entitlements e join courses c on c.id = e.course_id and c.deleted_at is null
      where e.member_id in (select id from page) and ${endsBy(week.now, inDays(week.now, endingDays))} order by e.member_id, e.end_at, e.id
    ), written as (
      update message_targets t set facts = jsonb_build_object('kind', 'week', 'monday', ${week.monday}::text,
        'study_sec', coalesce(s.study_sec, 0), 'before_sec', coalesce(s.before_sec, 0), 'days', coalesce(s.days, 0), 'lessons', coalesce(s.lessons, 0),
        'courses', coalesce(f.titles, '[]'), 'ending', e.course)
      from page p left join study s on s.member_id = p.id left join finished f on f.member_id = p.id left join ending e on e.member_id = p.id
      where t.message_id = ${id} and t.member_id = p.id returning 1
    ) select count(*)::int as count from written`.execute(db);
  return rows[0]?.count === pageSize;
}

/**
 * On a Monday of the school's time zone sends each learner a summary of last week, once, however often it runs. A run that was
 * interrupted is continued by the next.
 */
export async function sendWeeklySummaries(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const today = dayOf(now);
  if (mondayOf(today) !== today) return;
  const week = { monday: addDays(today, -7), before: addDays(today, -14), end: today, now };
  const notice = await ctx.db.transaction().execute(async (trx) => {
    const row = await openNotice(trx, { ctx, batch: `week:${week.monday}`, kind: 'week' });
    if (!row.is_new || (await listLearners(trx, { id: row.id, week }))) return row;
    await trx.deleteFrom('messages').where('id', '=', row.id).execute();
    return null;
  });
  if (notice?.status !== messageStatus.draft) return;
  let isMore = true;
  while (isMore) isMore = await writePage(ctx, { id: notice.id, week });
  await ctx.db.transaction().execute(async (trx) => {
    const row = await openNotice(trx, { ctx, batch: `week:${week.monday}`, kind: 'week' });
    if (row.status === messageStatus.draft) await sendNotice(trx, { id: row.id, now });
  });
}
