import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { courseOffer } from '../catalog/courses.ts';

const moment = s.nullable(s.time());
/** From and to, in seconds of the lesson. */
const stretches = s.array(s.array(s.number()));
const neighbour = s.nullable(s.object({ id: s.integer(), type: s.integer(), title: s.string() }));

/** A member's progress in a lesson. */
const progress = {
  seen: stretches,
  seen_sec: s.integer(),
  percent: s.integer(),
  completed_at: moment,
  /** Seconds still to watch until the lesson counts as finished. */
  missing_sec: s.integer(),
};

/**
 * What a player needs to play a lesson. Under /api a media URL stays valid while its ticket receives beats, five minutes
 * at a time, and ends with the login. Issuing a ticket ends the member's previous ticket on any device. If another device
 * is watching now, the first response only reports that, with neither ticket nor source; repeat with `take_over`.
 */
export const authorizePlayback = contract({
  method: 'GET',
  path: '/home/play-auth',
  query: { lesson_id: field.integer({ rules: 'required|min_value:1' }), take_over: field.boolean({ initial: false }) },
  response: s.object({
    other_device: s.boolean(),
    other: s.nullable(s.object({ device_name: s.string(), lesson_title: s.string() })),
    ticket: s.nullable(s.string()),
    expires_at: moment,
    /** `renditions`: the URLs of a stream's qualities, best first, for players whose engine cannot switch quality; otherwise empty. */
    source: s.nullable(s.object({ mode: s.literal('hls', 'mp4'), url: s.string(), renditions: s.array(s.string()) })),
    /** Watermark text: name, last four digits of the mobile, and a code that identifies this ticket. */
    marquee: s.string(),
    lesson: s.object({ id: s.integer(), title: s.string(), chapter_title: s.string(), cover: s.nullable(s.string()) }),
    course: s.object({ id: s.integer(), title: s.string(), cover_style: s.string() }),
    /** Where to continue, in seconds; 0 for a lesson watched to its end. */
    position: s.integer(),
    duration_sec: s.integer(),
    ...progress,
    max_speed: s.number(),
    /** Unseen parts cannot be skipped. */
    forbid_skip: s.boolean(),
    /** Minutes without a touch after which the player asks whether somebody is there; 0 is never. */
    presence_min: s.integer(),
    complete_percent: s.integer(),
    /** Seconds of free preview; null when the member may watch all of it. */
    preview_sec: s.nullable(s.integer()),
    offer: courseOffer,
    /** The lesson to learn after this one; null when no other is left that may be opened. */
    next: neighbour,
    /** The one before it in the course. */
    previous: neighbour,
  }),
});
export type PlayAuth = SchemaValue<(typeof authorizePlayback)['response']>;

/**
 * Reports what was played since the last acknowledged beat. Accepts JSON, a form, or for beacons JSON in text/plain with
 * the page token in `_token` and the intervals as JSON text.
 */
export const recordHeartbeat = contract({
  method: 'POST',
  path: '/home/learning-records/beat',
  body: {
    ticket: field.text({ rules: 'required|max:100' }),
    /** Increments with every acknowledged beat; a retry uses the same number. */
    seq: field.integer({ rules: 'required|min_value:1|max_value:2147483647' }),
    /** At most 50 pairs of seconds, in the order played. */
    intervals: field.json({ initial: [] }),
    position: field.decimal({ decimals: 3 }),
    speed: field.decimal({ decimals: 2 }),
    /** Played before the ticket ended but sent afterwards: counted as of its end. */
    late: field.boolean({ initial: false }),
  },
  response: s.object({
    /** An earlier attempt had arrived; this one changed nothing. */
    repeated: s.boolean(),
    last_seq: s.integer(),
    /** Seconds that the beat counted under `last_seq` claimed; what was played since follows under the next. */
    claimed_sec: s.number(),
    credited_sec: s.integer(),
    ...progress,
    /** Some of it could not have been watched and was not counted. */
    is_cut: s.boolean(),
  }),
});
export type HeartbeatAnswer = SchemaValue<(typeof recordHeartbeat)['response']>;

const day = s.object({ day: s.string(), study_sec: s.integer(), lessons_done: s.integer() });

const myRecord = s.object({
  id: s.integer(),
  lesson_id: s.integer(),
  lesson_title: s.string(),
  course_id: s.integer(),
  course_title: s.string(),
  duration_sec: s.integer(),
  percent: s.integer(),
  seen_sec: s.integer(),
  study_sec: s.integer(),
  missing_sec: s.integer(),
  last_at: s.time(),
  completed_at: moment,
});
export type MyRecord = SchemaValue<typeof myRecord>;

export const listMyRecords = contract({
  method: 'GET',
  path: '/home/learning-records',
  query: {
    page: field.integer({ rules: 'between:1,1000', initial: 1 }),
    course_id: field.integer({ rules: 'min_value:1' }),
  },
  response: s.object({
    /** With the first page only. */
    summary: s.nullable(
      s.object({
        /** In the school's time zone. */
        today: s.string(),
        today_sec: s.integer(),
        week_sec: s.integer(),
        total_sec: s.integer(),
        /** Days studied in a row; missed days with a leave slip do not end it. */
        streak_days: s.integer(),
        /** The days of last week and of this one, Monday first. */
        days: s.array(day),
        courses: s.array(
          s.object({
            id: s.integer(),
            title: s.string(),
            cover: s.nullable(s.string()),
            cover_style: s.string(),
            lesson_count: s.integer(),
            lessons_done: s.integer(),
            study_sec: s.integer(),
            last_at: s.time(),
          }),
        ),
      }),
    ),
    data: s.array(myRecord),
    current_page: s.integer(),
    has_more: s.boolean(),
  }),
});
export type MyRecords = SchemaValue<(typeof listMyRecords)['response']>;

/** A week of the member's study: the one this day is in, else the current one. */
export const getMyWeek = contract({
  method: 'GET',
  path: '/home/learning-records/week',
  query: { day: field.date() },
  response: s.object({
    /** In the school's time zone. */
    today: s.string(),
    /** Seven, Monday first. */
    days: s.array(day),
    /** Missed days that a leave slip covered. */
    leave_days: s.array(s.string()),
    /** The goal in force. */
    daily_goal_min: s.integer(),
    /** The goal each of the days had, in minutes. */
    goals: s.array(s.integer()),
    /** Of the week before. */
    before_sec: s.integer(),
    /** Whether anything was studied before this week. */
    has_earlier: s.boolean(),
    lesson_count: s.integer(),
    /** Lessons finished, latest first, at most 30. */
    lessons: s.array(s.object({ id: s.integer(), title: s.string(), course_title: s.string() })),
    /** Courses finished with one of these lessons. */
    courses: s.array(s.object({ id: s.integer(), title: s.string() })),
    word_count: s.integer(),
    /** Words put into the book, latest first, at most 30. */
    words: s.array(s.object({ id: s.integer(), lemma: s.string(), language: s.string(), gloss: s.string() })),
    note_count: s.integer(),
  }),
});
export type MyWeek = SchemaValue<(typeof getMyWeek)['response']>;
