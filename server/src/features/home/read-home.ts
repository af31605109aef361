import type { Home } from '@kaike/shared/contracts/home';
import { missingSeconds } from '@kaike/shared/domain/courses/course-access';
import { chooseNextLesson } from '@kaike/shared/domain/courses/next-lesson';
import { isReading } from '@kaike/shared/domain/courses/reading';
import type { MemberCall } from '../../core/call.ts';
import { readMyCourses } from '../courses/public.ts';
import { countUnreadMessages } from '../messages/public.ts';
import { readStudyDays, streakOf } from '../watching/public.ts';
import { findLessonsToContinue, readHomeFigures, type OpenLesson } from './home.read.ts';

type Course = Home['courses'][number];

/** What fits on a phone without much scrolling; the rest is one tap away. */
const shownCourses = 6;

const isOpen = ({ access }: Course): boolean => access.state === 'owned' || access.state === 'free';

/** The most recently studied unfinished course, else the first one not started; owned before free. */
function courseToContinue(courses: readonly Course[]): Course | undefined {
  const unfinished = courses.filter((course) => isOpen(course) && course.lesson_count > course.lessons_done);
  const begun = unfinished
    .filter((course) => course.last_at !== null)
    .toSorted((a, b) => String(b.last_at).localeCompare(String(a.last_at)));
  return begun[0] ?? unfinished.find((course) => course.access.state === 'owned') ?? unfinished[0];
}

function presentLesson(course: Course, lesson: OpenLesson): NonNullable<Home['continue']> {
  return {
    lesson_id: lesson.id,
    type: lesson.type,
    lesson_title: lesson.title,
    course_id: course.id,
    course_title: course.title,
    cover: lesson.cover ?? course.cover,
    cover_color: course.cover_color,
    position: lesson.last_position,
    duration_sec: lesson.duration_sec,
    percent: lesson.percent,
    last_at: lesson.last_at?.toISOString() ?? null,
    missing_sec: missingSeconds({
      ...lesson,
      ...(isReading(lesson.type) ? { complete_percent: 100 } : {}),
      is_finished: false,
    }),
  };
}

async function readContinue({ ctx, actor }: MemberCall, course: Course | undefined): Promise<Home['continue']> {
  if (!course) return null;
  const lessons = await findLessonsToContinue(ctx.db, { member_id: actor.member.id, course_id: course.id });
  const id = chooseNextLesson(
    lessons.map((lesson) => ({
      id: lesson.id,
      can_watch: true,
      is_finished: lesson.completed_at !== null,
      last_at: lesson.last_at?.toISOString() ?? null,
    })),
  );
  const lesson = lessons.find((one) => one.id === id && one.completed_at === null);
  return lesson ? presentLesson(course, lesson) : null;
}

/** The home page: the lesson to continue, own courses, new courses, and unread messages. */
export async function readHome(call: MemberCall): Promise<Home> {
  const { db, adapters } = call.ctx;
  const query = { member_id: call.actor.member.id, now: call.ctx.clock() };
  const [{ courses }, figures, study, unread] = await Promise.all([
    readMyCourses(call),
    readHomeFigures(db, { ...query, has_vendor: (await adapters.chat.vendor()) !== null }),
    readStudyDays(db, query),
    countUnreadMessages(db, query.member_id),
  ]);
  return {
    ...figures,
    streak_days: streakOf(study.days, query.now),
    unread_notices: unread,
    continue: await readContinue(call, courseToContinue(courses)),
    courses: courses.slice(0, shownCourses),
    more_courses: Math.max(0, courses.length - shownCourses),
  };
}
