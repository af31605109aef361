import { sql, type RawBuilder } from 'kysely';
import type { MyWeek } from '@kaike/shared/contracts/learning/watching';
import type * as watching from '@kaike/shared/contracts/learning/watching';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { streakOf } from '@kaike/shared/domain/learning/streak';
import { addDays, dayOf, mondayOf, startOfDay } from '@kaike/shared/kit/dates/school-days';
import type { MemberCallOf } from '../../../../core/call.ts';
import type { Db } from '../../../../db/pool.ts';
import { finishedBefore, isOffered } from '../../../catalog/courses/public.ts';
import { goalsOfWeek, loadStudyDays, twoWeeksOf } from '../study-days.read.ts';

/** Lessons and words listed; more are counted. */
const maximumListed = 30;

type Week = { member_id: number; monday: string; end: string };
type Finds = Pick<MyWeek, 'lessons' | 'courses' | 'words' | 'word_count' | 'note_count' | 'lesson_count'>;
type Facts = Finds & Pick<MyWeek, 'daily_goal_min' | 'goals' | 'has_earlier'>;

const listOf = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`;

async function readFacts(db: Db, { member_id, monday, end }: Week): Promise<Facts> {
  const [from, to] = [startOfDay(monday), startOfDay(end)];
  const done = sql`learning_records r join lessons l on l.id = r.lesson_id and l.deleted_at is null and ${isOffered}
      join chapters h on h.id = l.chapter_id and h.deleted_at is null
      join courses c on c.id = r.course_id and c.deleted_at is null and c.status <> ${courseStatus.draft}
    where r.member_id = ${member_id} and r.completed_at >= ${from} and r.completed_at < ${to}`;
  const words = sql`ai_words where member_id = ${member_id} and kind = 'word' and created_at >= ${from} and created_at < ${to}`;
  const { rows } = await sql<Facts>`
    select m.daily_goal_min, ${goalsOfWeek(monday)} as goals,
      exists (select 1 from learning_days d where d.member_id = m.id and d.day < ${monday} and d.study_sec > 0) as has_earlier,
      (select count(*)::int from ${done}) as lesson_count,
      ${listOf(sql`select l.id, l.title, c.title as course_title from ${done} order by r.completed_at desc, r.id desc limit ${maximumListed}`)} as lessons,
      ${listOf(sql`select distinct c.id, c.title from ${done} and ${finishedBefore(sql`${member_id}`, to)} order by c.id`)} as courses,
      (select count(*)::int from ${words}) as word_count,
      ${listOf(sql`select id, lemma, language, gloss from ${words} order by id desc limit ${maximumListed}`)} as words,
      (select count(*)::int from lesson_notes n where n.member_id = m.id and n.deleted_at is null and n.created_at >= ${from} and n.created_at < ${to}) as note_count
    from members m where m.id = ${member_id}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`member ${member_id} is gone`);
  return facts;
}

/** What a member studied in a week: its days against the goal, what was finished and what was kept. */
export async function getMyWeek({ ctx, actor, query }: MemberCallOf<typeof watching.getMyWeek>): Promise<MyWeek> {
  const now = ctx.clock();
  const today = dayOf(now);
  const monday = mondayOf(query.day && query.day < today ? query.day : today);
  const end = addDays(monday, 7);
  const week = { member_id: actor.member.id, monday, end };
  const [study, facts] = await Promise.all([
    loadStudyDays(ctx.db, { member_id: week.member_id, now, until: end }),
    readFacts(ctx.db, week),
  ]);
  const days = twoWeeksOf(study.days, monday);
  const studied = study.days.filter((day) => day.study_sec > 0).map(({ day }) => day);
  // As of the end of the week: what came after it does not change its leave slips.
  const streak = streakOf(studied, end < today ? end : today);
  return {
    today,
    days: days.slice(7),
    leave_days: streak.leave_days.filter((day) => day >= monday),
    before_sec: days.slice(0, 7).reduce((sum, day) => sum + day.study_sec, 0),
    ...facts,
  };
}
