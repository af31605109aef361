import { contract } from '../../kit/contract.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const celebration = s.nullable(s.object({ kind: s.literal('goal', 'streak'), days: s.integer() }));
/** How much of each lesson is done, in their order; 100 is finished. Empty while the course is not open. */
const percents = s.array(s.integer());

/** The member's start page: what to continue, courses with their access, and what is new. */
export const getHome = contract({
  method: 'GET',
  path: '/home/index',
  response: s.object({
    /** The lesson to start or continue; null when there is none. */
    continue: s.nullable(
      s.object({
        lesson_id: s.integer(),
        type: s.integer(),
        lesson_title: s.string(),
        course_id: s.integer(),
        course_title: s.string(),
        /** Its place among the lessons of the course, from 1. */
        lesson_no: s.integer(),
        lesson_count: s.integer(),
        lessons_done: s.integer(),
        percents,
        /** The lesson after it; null when it is the last. */
        next: s.nullable(s.object({ title: s.string(), duration_sec: s.integer() })),
        cover: s.nullable(s.string()),
        cover_style: s.string(),
        position: s.integer(),
        duration_sec: s.integer(),
        missing_sec: s.integer(),
        /** Null when not opened yet. */
        last_at: s.nullable(s.time()),
      }),
    ),
    courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        subtitle: s.string(),
        cover: s.nullable(s.string()),
        cover_style: s.string(),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        access: s.object({ state: s.literal('owned', 'free', 'ended', 'none'), end_at: s.nullable(s.time()) }),
        lessons_done: s.integer(),
        percents,
        last_at: s.nullable(s.time()),
        /** The lesson to continue with; null when there is none. */
        next: s.nullable(s.object({ title: s.string() })),
      }),
    ),
    /** Of all courses, also those not returned. */
    course_count: s.integer(),
    /** The course whose access ends next, within 30 days. */
    ending: s.nullable(s.object({ id: s.integer(), title: s.string(), end_at: s.time(), lessons_left: s.integer() })),
    /** Seconds studied on each day of this week, Monday first. */
    week: s.array(s.integer()),
    /** Place of today in `week`. */
    weekday: s.integer(),
    daily_goal_min: s.integer(),
    /** The goal each day of `week` had, in minutes; today and later the one in force. */
    goals: s.array(s.integer()),
    ai_seconds_left: s.integer(),
    /** Whether there are scenes to talk about with an AI teacher. */
    has_scenes: s.boolean(),
    /** Places in `week` of missed days that a leave slip covered. */
    leave: s.array(s.integer()),
    /** Days studied in a row; missed days with a leave slip do not end it. */
    streak_days: s.integer(),
    leave_slips: s.integer(),
    /** What to celebrate; only who takes it shows it. */
    celebration,
    unread_notices: s.integer(),
    /** Recently published courses the member does not have yet. */
    new_courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        subtitle: s.string(),
        cover: s.nullable(s.string()),
        cover_style: s.string(),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        has_preview: s.boolean(),
      }),
    ),
  }),
});
/** Takes what is to be celebrated: null for everyone after the first, on whatever device. */
export const claimCelebration = contract({
  method: 'POST',
  path: '/home/celebration',
  response: s.object({ celebration }),
});
export type CelebrationAnswer = SchemaValue<(typeof claimCelebration)['response']>;
export type Home = SchemaValue<(typeof getHome)['response']>;
