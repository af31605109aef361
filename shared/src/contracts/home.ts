import { contract } from '../kit/contract.ts';
import { s, type SchemaValue } from '../kit/schema.ts';

/** The member's home: what do I continue, what do I own until when, what is new. */
export const getHome = contract({
  method: 'GET',
  path: '/home/index',
  answer: s.object({
    /** The lesson to go on with; null when there is none to begin or to go on with. */
    continue: s.nullable(
      s.object({
        lesson_id: s.integer(),
        type: s.integer(),
        lesson_title: s.string(),
        course_id: s.integer(),
        course_title: s.string(),
        cover: s.nullable(s.string()),
        position: s.integer(),
        duration_sec: s.integer(),
        percent: s.integer(),
        missing_sec: s.integer(),
        /** Null when it has not been opened yet. */
        last_at: s.nullable(s.time()),
      }),
    ),
    courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        subtitle: s.string(),
        cover: s.nullable(s.string()),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        access: s.object({ state: s.literal('owned', 'free', 'ended', 'none'), end_at: s.nullable(s.time()) }),
        lessons_done: s.integer(),
        percent: s.integer(),
        last_at: s.nullable(s.time()),
      }),
    ),
    /** Beyond those answered. */
    more_courses: s.integer(),
    today_sec: s.integer(),
    /** From Monday on. */
    week_sec: s.integer(),
    ai_seconds_left: s.integer(),
    /** Days in a row with study, up to today or yesterday. */
    streak_days: s.integer(),
    unread_notices: s.integer(),
    /** Published of late, and not the member's yet. */
    new_courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        subtitle: s.string(),
        cover: s.nullable(s.string()),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        has_preview: s.boolean(),
      }),
    ),
  }),
});
export type Home = SchemaValue<(typeof getHome)['answer']>;
