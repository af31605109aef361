import { contract } from '../kit/contract.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** The member's start page: what to continue, courses with their access, and what is new. */
export const getHome = contract({
  method: 'GET',
  path: '/home/index',
  answer: s.object({
    /** The lesson to start or continue; null when there is none. */
    continue: s.nullable(
      s.object({
        lesson_id: s.integer(),
        type: s.integer(),
        lesson_title: s.string(),
        course_id: s.integer(),
        course_title: s.string(),
        cover: s.nullable(s.string()),
        cover_color: s.string(),
        position: s.integer(),
        duration_sec: s.integer(),
        percent: s.integer(),
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
        cover_color: s.string(),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        access: s.object({ state: s.literal('owned', 'free', 'ended', 'none'), end_at: s.nullable(s.time()) }),
        lessons_done: s.integer(),
        percent: s.integer(),
        last_at: s.nullable(s.time()),
      }),
    ),
    /** Number of courses beyond those returned. */
    more_courses: s.integer(),
    today_sec: s.integer(),
    /** Since Monday. */
    week_sec: s.integer(),
    ai_seconds_left: s.integer(),
    /** Whether there are scenes to talk about with an AI teacher. */
    has_scenes: s.boolean(),
    /** Consecutive days with study, up to today or yesterday. */
    streak_days: s.integer(),
    unread_notices: s.integer(),
    /** Recently published courses the member does not have yet. */
    new_courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        subtitle: s.string(),
        cover: s.nullable(s.string()),
        cover_color: s.string(),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        has_preview: s.boolean(),
      }),
    ),
  }),
});
export type Home = SchemaValue<(typeof getHome)['answer']>;
