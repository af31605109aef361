import { sql } from 'kysely';
import type { MyCourse } from '@kaike/shared/contracts/catalog/courses';
import { coursePercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { courseStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { statement } from '../../../db/statement.ts';
import type { MemberCall } from '../../../core/call.ts';
import { isOffered } from './outline/lesson-ready.ts';
import { type AccessGrant, presentAccess, grantsOf } from './my-courses.ts';

/** More than anyone studies; a longer list would need paging. */
const maximumCourses = 500;

type Row = Omit<MyCourse, 'access' | 'last_at' | 'percent'> &
  AccessGrant & { status: number; is_free: boolean; done_sec: number; last_at: Date | null };

function present(row: Row): MyCourse {
  return {
    id: row.id,
    title: row.title,
    subtitle: row.subtitle,
    cover: row.cover,
    cover_style: row.cover_style,
    lesson_count: row.lesson_count,
    duration_sec: row.duration_sec,
    access: presentAccess(row),
    lessons_done: row.lessons_done,
    percent: coursePercent(row),
    last_at: row.last_at?.toISOString() ?? null,
  };
}

const findCourses = statement(
  ({ member_id, now }: { member_id: number; now: Date }) => sql<Row>`
    with granted as (${grantsOf(member_id, now)}),
      mine as (select course_id as id from granted
        union select id from courses where is_free and status = ${courseStatus.published} and deleted_at is null),
      studied as (select l.course_id, count(*) filter (where r.completed_at is not null and ${isOffered})::int as lessons_done,
          sum(case when r.completed_at is not null then l.duration_sec else least(r.seen_sec, l.duration_sec) end) filter (where ${isOffered})::int as done_sec, max(r.last_at) as last_at
        from learning_records r join lessons l on l.id = r.lesson_id and l.deleted_at is null
        where r.member_id = ${member_id} group by l.course_id)
    select c.id, c.title, c.subtitle, c.cover, c.cover_style, c.lesson_count, c.duration_sec, c.status, c.is_free, g.is_live, g.is_over, g.is_forever, g.end_at,
      coalesce(s.lessons_done, 0) as lessons_done, coalesce(s.done_sec, 0) as done_sec, s.last_at
    from mine join courses c on c.id = mine.id left join granted g on g.course_id = c.id left join studied s on s.course_id = c.id
    where c.deleted_at is null and c.status <> ${courseStatus.draft}
    order by coalesce(g.is_over, false), s.last_at desc nulls last, c.sort, c.id desc limit ${maximumCourses}`,
);

/** The courses a member has or had access to and the free ones, most recently studied first. */
export async function listMyCourses({ ctx, actor: { member } }: MemberCall): Promise<{ courses: MyCourse[] }> {
  const rows = await findCourses(ctx.db, { member_id: member.id, now: ctx.clock() });
  return { courses: rows.map(present).filter((course) => course.access.state !== 'none') };
}
