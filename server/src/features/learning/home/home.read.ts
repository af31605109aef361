import { sql } from 'kysely';
import type { Home } from '@kaike/shared/contracts/learning/home';
import type { Celebrated } from '@kaike/shared/domain/learning/goals/celebration';
import { courseStatus, switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import { mediaStatus } from '@kaike/shared/domain/catalog/media/media-status';
import type { Db } from '../../../db/pool.ts';
import { hasScenes } from '../../ai/scenes/public.ts';
import { hasContent, isOffered } from '../../catalog/courses/public.ts';
import { goalsOfWeek } from '../playback/public.ts';

export type OpenLesson = {
  id: number;
  course_id: number;
  type: number;
  title: string;
  duration_sec: number;
  complete_percent: number;
  is_ready: boolean;
  percent: number;
  seen_sec: number;
  last_position: number;
  last_at: Date | null;
  completed_at: Date | null;
};

/** The lessons that some courses offer, of each in order, with the member's progress. */
export async function findLessons(
  db: Db,
  { member_id, course_ids }: { member_id: number; course_ids: readonly number[] },
): Promise<OpenLesson[]> {
  if (course_ids.length === 0) return [];
  const { rows } = await sql<OpenLesson>`
    select l.id, l.course_id, l.type, l.title, l.duration_sec, c.complete_percent, ${hasContent} as is_ready, coalesce(r.percent, 0) as percent, coalesce(r.seen_sec, 0) as seen_sec,
      coalesce(r.last_position, 0) as last_position, r.last_at, r.completed_at
    from lessons l join courses c on c.id = l.course_id join chapters h on h.id = l.chapter_id and h.deleted_at is null
      left join media m on m.id = l.media_id and m.deleted_at is null and m.status = ${mediaStatus.ready}
      left join learning_records r on r.lesson_id = l.id and r.member_id = ${member_id}
    where l.course_id = any(${course_ids}) and l.deleted_at is null and ${isOffered}
    order by h.sort, h.id, l.sort, l.id`.execute(db);
  return rows;
}

type Figures = Pick<Home, 'daily_goal_min' | 'goals' | 'ai_seconds_left' | 'has_scenes' | 'new_courses'> & Celebrated;

/** Days for which a course counts as new. */
const newDays = 60;
const maximumNew = 6;

/** The goal of a day, AI time left and whether it can be used, and recently published courses. */
export async function loadHomeFigures(
  db: Db,
  { member_id, now, has_vendor }: { member_id: number; now: Date; has_vendor: boolean },
): Promise<Figures> {
  const since = new Date(now.getTime() - newDays * 86_400_000);
  const { rows } = await sql<Figures>`
    select m.daily_goal_min, ${goalsOfWeek(mondayOf(dayOf(now)))} as goals, m.goal_celebrated_on, m.streak_celebrated, m.streak_celebrated_on, m.ai_seconds_left, ${hasScenes(has_vendor)} as has_scenes,
      (select coalesce(json_agg(x order by x.id desc), '[]') from (
        select c.id, c.title, c.subtitle, c.cover, c.cover_style, c.lesson_count, c.duration_sec,
          exists (select 1 from lessons l where l.course_id = c.id and (l.preview_sec > 0 or l.is_free) and l.deleted_at is null and l.status = ${switchStatus.on}) as has_preview
        from courses c where c.status = ${courseStatus.published} and c.deleted_at is null and not c.is_free and coalesce(c.publish_at, c.created_at) > ${since}
          and not exists (select 1 from entitlements e where e.member_id = m.id and e.course_id = c.id and e.revoked_at is null)
        order by c.id desc limit ${maximumNew}) x) as new_courses
    from members m where m.id = ${member_id}`.execute(db);
  return (
    rows[0] ?? {
      daily_goal_min: 20,
      goals: [],
      goal_celebrated_on: null,
      streak_celebrated: 0,
      streak_celebrated_on: null,
      ai_seconds_left: 0,
      has_scenes: false,
      new_courses: [],
    }
  );
}
