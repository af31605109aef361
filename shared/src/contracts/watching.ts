import { contract } from '../kit/contract.ts';
import { field } from '../kit/field.ts';
import { s, type SchemaValue } from '../kit/schema.ts';
import { courseOffer } from './courses.ts';

const moment = s.nullable(s.time());
/** From and to, in seconds of the lesson. */
const stretches = s.array(s.array(s.number()));
const neighbour = s.nullable(s.object({ id: s.integer(), type: s.integer(), title: s.string() }));

/** How far a member is in a lesson. */
const progress = {
  seen: stretches,
  seen_sec: s.integer(),
  percent: s.integer(),
  completed_at: moment,
  /** Seconds still to be seen until the lesson counts as finished. */
  missing_sec: s.integer(),
};

/**
 * What a player needs to play a lesson. Under /api an address lasts while its ticket gets beats, five minutes at a time, and ends with the login. Issuing a ticket ends the member's ticket before, wherever it plays; when that is
 * another device that is watching now, the first answer only says so, with neither ticket nor source.
 */
export const getPlayAuth = contract({
  method: 'GET',
  path: '/home/play-auth',
  query: { lesson_id: field.integer({ rules: 'required|min_value:1' }), take_over: field.boolean({ initial: false }) },
  answer: s.object({
    other_device: s.boolean(),
    other: s.nullable(s.object({ device_name: s.string(), lesson_title: s.string() })),
    ticket: s.nullable(s.string()),
    expires_at: moment,
    /** `renditions`: of a stream in several qualities the address of each, the best first, for players that cannot be told by their engine; else empty. */
    source: s.nullable(s.object({ mode: s.literal('hls', 'mp4'), url: s.string(), renditions: s.array(s.string()) })),
    /** Name, last four digits of the mobile, and a code that leads to this ticket. */
    marquee: s.string(),
    lesson: s.object({ id: s.integer(), title: s.string(), chapter_title: s.string(), cover: s.nullable(s.string()) }),
    course: s.object({ id: s.integer(), title: s.string() }),
    /** Where to go on, in seconds; 0 for a lesson that was seen to its end. */
    position: s.integer(),
    duration_sec: s.integer(),
    ...progress,
    max_speed: s.number(),
    /** What was not seen yet cannot be skipped. */
    forbid_skip: s.boolean(),
    complete_percent: s.integer(),
    /** Seconds that may be watched for nothing; null for who may watch all of it. */
    preview_sec: s.nullable(s.integer()),
    offer: courseOffer,
    next: neighbour,
    previous: neighbour,
  }),
});
export type PlayAuth = SchemaValue<(typeof getPlayAuth)['answer']>;

/**
 * What was played since the last acknowledged beat. As JSON, as a form, or as JSON in text/plain for beacons, then with
 * the page token in `_token` and the intervals as JSON text.
 */
export const sendBeat = contract({
  method: 'POST',
  path: '/home/learning-records/beat',
  body: {
    ticket: field.text({ rules: 'required|max:100' }),
    /** Grows by one with every beat that was acknowledged; the same one for a try again. */
    seq: field.integer({ rules: 'required|min_value:1|max_value:2147483647' }),
    /** At most 50 pairs of seconds, in the order in which they were played. */
    intervals: field.json({ initial: [] }),
    position: field.decimal({ decimals: 3 }),
    speed: field.decimal({ decimals: 2 }),
    /** Played before the ticket's end and sent after it: counts as of its end. */
    late: field.boolean({ initial: false }),
  },
  answer: s.object({
    /** An earlier try had arrived; what it said is to be sent again under the next seq. */
    repeated: s.boolean(),
    last_seq: s.integer(),
    credited_sec: s.integer(),
    ...progress,
    /** Something in it could not have been watched and was not counted. */
    is_cut: s.boolean(),
  }),
});
export type BeatAnswer = SchemaValue<(typeof sendBeat)['answer']>;

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

export const getMyRecords = contract({
  method: 'GET',
  path: '/home/learning-records',
  query: {
    page: field.integer({ rules: 'between:1,1000', initial: 1 }),
    course_id: field.integer({ rules: 'min_value:1' }),
  },
  answer: s.object({
    /** With the first page only. */
    summary: s.nullable(
      s.object({
        today_sec: s.integer(),
        week_sec: s.integer(),
        total_sec: s.integer(),
        /** Days in a row with study, up to today or yesterday. */
        streak_days: s.integer(),
        /** The last seven days, today last. */
        days: s.array(day),
        courses: s.array(
          s.object({
            id: s.integer(),
            title: s.string(),
            cover: s.nullable(s.string()),
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
export type MyRecords = SchemaValue<(typeof getMyRecords)['answer']>;
