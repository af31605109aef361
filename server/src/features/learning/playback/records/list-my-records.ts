import { sql } from 'kysely';
import type { MyRecord, MyRecords } from '@kaike/shared/contracts/learning/watching';
import type * as watching from '@kaike/shared/contracts/learning/watching';
import { missingSeconds, shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import type { Context } from '../../../../core/context.ts';
import type { Db } from '../../../../db/pool.ts';
import type { MemberCallOf } from '../../../../core/call.ts';
import { isOffered } from '../../../catalog/courses/public.ts';
import { countStreak, loadStudyDays, twoWeeksOf } from '../study-days.read.ts';

const perPage = 20;
const maximumCourses = 50;

type Row = Omit<MyRecord, 'missing_sec' | 'last_at' | 'completed_at'> & {
  type: number;
  complete_percent: number;
  last_at: Date;
  completed_at: Date | null;
};
type CourseRow = {
  id: number;
  title: string;
  cover: string | null;
  cover_style: string;
  lesson_count: number;
  lessons_done: number;
  study_sec: number;
  last_at: Date;
};
type Call = MemberCallOf<typeof watching.listMyRecords>;

function present({ type, complete_percent, ...row }: Row): MyRecord {
  return {
    ...row,
    percent: shownPercent(row),
    missing_sec: missingSeconds({ ...row, type, complete_percent, is_finished: row.completed_at !== null }),
    last_at: row.last_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

async function readPage({ ctx, actor, query }: Call): Promise<Row[]> {
  const page = query.page ?? 1;
  const ofCourse = query.course_id ? sql`and r.course_id = ${query.course_id}` : sql``;
  const { rows } = await sql<Row>`
    select r.id, r.lesson_id, l.title as lesson_title, l.type, r.course_id, c.title as course_title, r.duration_sec, r.percent, r.seen_sec, r.study_sec, c.complete_percent,
      r.last_at, r.completed_at
    from learning_records r join lessons l on l.id = r.lesson_id join courses c on c.id = r.course_id
    where r.member_id = ${actor.member.id} ${ofCourse}
    order by r.last_at desc, r.id desc limit ${perPage + 1} offset ${(page - 1) * perPage}`.execute(ctx.db);
  return rows;
}

async function readCourses(db: Db, memberId: number): Promise<CourseRow[]> {
  const { rows } = await sql<CourseRow>`
    select c.id, c.title, c.cover, c.cover_style, c.lesson_count, (count(r.completed_at) filter (where l.deleted_at is null and ${isOffered}))::int as lessons_done, sum(r.study_sec)::int as study_sec, max(r.last_at) as last_at
    from learning_records r join courses c on c.id = r.course_id join lessons l on l.id = r.lesson_id where r.member_id = ${memberId}
    group by c.id order by max(r.last_at) desc limit ${maximumCourses}`.execute(db);
  return rows;
}

async function summarise(ctx: Context, memberId: number): Promise<NonNullable<MyRecords['summary']>> {
  const now = ctx.clock();
  const [study, courses] = await Promise.all([
    loadStudyDays(ctx.db, { member_id: memberId, now }),
    readCourses(ctx.db, memberId),
  ]);
  const today = dayOf(now);
  const days = twoWeeksOf(study.days, mondayOf(today));
  return {
    today,
    today_sec: days.find(({ day }) => day === today)?.study_sec ?? 0,
    week_sec: study.week_sec,
    total_sec: study.total_sec,
    streak_days: countStreak(study.days, now).streak_days,
    days,
    courses: courses.map((course) => ({ ...course, last_at: course.last_at.toISOString() })),
  };
}

/** The lessons a member has studied, most recent first, with totals on the first page. */
export async function listMyRecords(call: Call): Promise<MyRecords> {
  const page = call.query.page ?? 1;
  const [rows, summary] = await Promise.all([
    readPage(call),
    page === 1 ? summarise(call.ctx, call.actor.member.id) : null,
  ]);
  return { summary, data: rows.slice(0, perPage).map(present), current_page: page, has_more: rows.length > perPage };
}
