import type { Home } from '@kaike/shared/contracts/learning/home';
import type { MyCourse } from '@kaike/shared/contracts/catalog/courses';
import { missingSeconds, shownPercent } from '@kaike/shared/domain/catalog/courses/course-access';
import { chooseFollowing, chooseNextLesson } from '@kaike/shared/domain/learning/next-lesson';
import { isReading } from '@kaike/shared/domain/learning/reading';
import type { Streak } from '@kaike/shared/domain/learning/streak';
import { addDays, dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import type { MemberCall } from '../../../core/call.ts';
import { listMyCourses } from '../../catalog/courses/public.ts';
import { countUnreadMessages } from '../../messaging/notices/public.ts';
import { countStreak, loadStudyDays, type StudyDay } from '../playback/public.ts';
import { celebrationOf } from './celebration.ts';
import { findLessons, loadHomeFigures, type OpenLesson } from './home.read.ts';

/** Of each kind (being studied, not opened, left behind) as many as fit on a phone without much scrolling. */
const shownOfKind = 4;
const endingDays = 30;
const dayMs = 86_400_000;

const isOpen = ({ access }: MyCourse): boolean => access.state === 'owned' || access.state === 'free';
const isFinished = ({ lesson_count: count, lessons_done: done }: MyCourse): boolean => count > 0 && done >= count;

/** Being studied, not opened yet, and the others: finished, or no longer open. */
function chooseShown(courses: readonly MyCourse[]): MyCourse[] {
  const current = courses.filter((course) => isOpen(course) && !isFinished(course));
  const kinds = [
    current.filter((course) => course.last_at !== null),
    current.filter((course) => course.last_at === null),
    courses.filter((course) => !current.includes(course)),
  ];
  return kinds.flatMap((kind) => kind.slice(0, shownOfKind));
}

/** The most recently studied unfinished course, else the first one not started; owned before free. */
function courseToContinue(courses: readonly MyCourse[]): MyCourse | undefined {
  const unfinished = courses.filter((course) => isOpen(course) && course.lesson_count > course.lessons_done);
  const started = unfinished
    .filter((course) => course.last_at !== null)
    .toSorted((a, b) => String(b.last_at).localeCompare(String(a.last_at)));
  return started[0] ?? unfinished.find((course) => course.access.state === 'owned') ?? unfinished[0];
}

const progressOf = (lesson: OpenLesson) => ({
  ...lesson,
  can_watch: lesson.is_ready,
  is_finished: lesson.completed_at !== null,
});

/** The unfinished lesson of a course to continue with. */
function nextOf(lessons: readonly OpenLesson[]): OpenLesson | undefined {
  const id = chooseNextLesson(
    lessons.map((lesson) => ({ ...progressOf(lesson), last_at: lesson.last_at?.toISOString() ?? null })),
  );
  return lessons.find((one) => one.id === id && one.completed_at === null);
}

function presentLesson(course: MyCourse | undefined, lessons: readonly OpenLesson[]): Home['continue'] {
  const lesson = nextOf(lessons);
  if (!course || !lesson) return null;
  const place = lessons.indexOf(lesson);
  const next = chooseFollowing(lessons.map(progressOf), lesson.id);
  return {
    lesson_id: lesson.id,
    type: lesson.type,
    lesson_title: lesson.title,
    course_id: course.id,
    course_title: course.title,
    lesson_no: place + 1,
    lesson_count: course.lesson_count,
    lessons_done: course.lessons_done,
    percents: lessons.map(shownPercent),
    next: next ? { title: next.title, duration_sec: next.duration_sec } : null,
    cover: course.cover,
    cover_style: course.cover_style,
    position: lesson.last_position,
    duration_sec: lesson.duration_sec,
    last_at: lesson.last_at?.toISOString() ?? null,
    missing_sec: missingSeconds({
      ...lesson,
      ...(isReading(lesson.type) ? { complete_percent: 100 } : {}),
      is_finished: false,
    }),
  };
}

function presentCourse(
  { percent: _percent, ...course }: MyCourse,
  lessons: readonly OpenLesson[],
): Home['courses'][number] {
  const next = nextOf(lessons);
  return { ...course, percents: lessons.map(shownPercent), next: next ? { title: next.title } : null };
}

/** Of the courses that end soon the one that ends first, finished or not: it may be wanted again. */
function endingOf(courses: readonly MyCourse[], now: Date): Home['ending'] {
  const limit = new Date(now.getTime() + endingDays * dayMs).toISOString();
  const [first] = courses
    .flatMap(({ access: { state, end_at: end }, ...course }) =>
      state === 'owned' && end && end < limit ? [{ ...course, end }] : [],
    )
    .toSorted((a, b) => a.end.localeCompare(b.end));
  if (!first) return null;
  return {
    id: first.id,
    title: first.title,
    end_at: first.end,
    lessons_left: Math.max(0, first.lesson_count - first.lessons_done),
  };
}

function weekOf(
  days: readonly StudyDay[],
  streak: Streak,
  now: Date,
): Pick<Home, 'week' | 'weekday' | 'leave' | 'streak_days' | 'leave_slips'> {
  const today = dayOf(now);
  const week = [0, 1, 2, 3, 4, 5, 6].map((place) => addDays(mondayOf(today), place));
  const secondsByDay = new Map(days.map(({ day, study_sec: seconds }) => [day, seconds]));
  return {
    week: week.map((day) => secondsByDay.get(day) ?? 0),
    weekday: week.indexOf(today),
    leave: week.flatMap((day, place) => (streak.leave_days.includes(day) ? [place] : [])),
    streak_days: streak.streak_days,
    leave_slips: streak.leave_slips,
  };
}

/** The home page: today, the lesson to continue, own courses, new courses, and unread messages. */
export async function getHome(call: MemberCall): Promise<Home> {
  const { db, adapters } = call.ctx;
  const query = { member_id: call.actor.member.id, now: call.ctx.clock() };
  const [{ courses }, figures, study, unread] = await Promise.all([
    listMyCourses(call),
    loadHomeFigures(db, { ...query, has_vendor: (await adapters.chat.vendor()) !== null }),
    loadStudyDays(db, query),
    countUnreadMessages(db, query.member_id),
  ]);
  const visible = chooseShown(courses);
  const current = courseToContinue(courses);
  const course_ids = [
    ...new Set([current, ...visible].flatMap((course) => (course && isOpen(course) ? [course.id] : []))),
  ];
  const lessons = await findLessons(db, { member_id: query.member_id, course_ids });
  const lessonsOf = (id: number | undefined): OpenLesson[] => lessons.filter(({ course_id: of }) => of === id);
  const { daily_goal_min, goals, ai_seconds_left, has_scenes, new_courses } = figures;
  return {
    daily_goal_min,
    goals,
    ai_seconds_left,
    has_scenes,
    new_courses,
    celebration: celebrationOf(study.days, figures, query.now),
    ...weekOf(study.days, countStreak(study.days, query.now), query.now),
    unread_notices: unread,
    continue: presentLesson(current, lessonsOf(current?.id)),
    courses: visible.map((course) => presentCourse(course, lessonsOf(course.id))),
    course_count: courses.length,
    ending: endingOf(courses, query.now),
  };
}
