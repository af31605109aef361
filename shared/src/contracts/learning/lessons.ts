import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { attachment, courseOffer } from '../catalog/courses.ts';

const neighbour = s.nullable(s.object({ id: s.integer(), type: s.integer(), title: s.string() }));
const subtitles = s.array(s.object({ id: s.integer(), language: s.string() }));

const readingProgress = {
  seen_sec: s.integer(),
  percent: s.integer(),
  completed_at: s.nullable(s.time()),
  /** Seconds of reading still required. */
  missing_sec: s.integer(),
  is_end_reached: s.boolean(),
};

/** A document; `view_url` is null when it can only be downloaded. */
const lessonDocument = s.object({
  name: s.string(),
  ext: s.string(),
  size: s.integer(),
  view_url: s.nullable(s.string()),
  download_url: s.string(),
});
export type LessonDocument = SchemaValue<typeof lessonDocument>;

/** A lesson and its place in the course. Video and audio are played with `authorizePlayback`, documents and articles opened with `openReading`. */
export const getLesson = contract({
  method: 'GET',
  path: '/home/lessons/:id',
  response: s.object({
    lesson: s.object({
      id: s.integer(),
      /** Its place among the available lessons of the course. */
      number: s.integer(),
      type: s.integer(),
      title: s.string(),
      chapter_title: s.string(),
      duration_sec: s.integer(),
    }),
    course: s.object({ id: s.integer(), title: s.string() }),
    /** The AI teacher can talk about it. */
    has_review: s.boolean(),
    /** Downloads for members with access to the course; empty in a preview. */
    attachments: s.array(attachment),
    /** The name under which the sound of an audio lesson can be downloaded; null when the course does not offer it. */
    sound_file: s.nullable(s.string()),
    subtitles,
    /** The one before it in the course. */
    previous: neighbour,
    /** The lesson to learn after this one; null when no other is left that may be opened. */
    next: neighbour,
  }),
});
export type LessonAnswer = SchemaValue<(typeof getLesson)['response']>;

/** What a refusal says of the lesson it closes: what everyone reads in the outline of its course. */
export type ClosedLesson = {
  lesson: Pick<LessonAnswer['lesson'], 'title' | 'chapter_title'>;
  course: LessonAnswer['course'];
};

/** Redirects to the sound of an audio lesson as a file, under a personal address that expires in five minutes. */
export const downloadSound = contract({ method: 'GET', path: '/home/lessons/:id/sound', response: s.any() });

/** Opens a document or article and starts counting reading time; as with playing, on one device at a time. */
export const openReading = contract({
  method: 'POST',
  path: '/home/lessons/:id/reading',
  body: { take_over: field.boolean({ initial: false }) },
  response: s.object({
    other: s.nullable(s.object({ device_name: s.string(), lesson_title: s.string() })),
    /** Null while another device is reading or watching. */
    ticket: s.nullable(s.string()),
    duration_sec: s.integer(),
    /** The member has no access to the course; the lesson is free. */
    is_preview: s.boolean(),
    offer: courseOffer,
    content: s.string(),
    document: s.nullable(lessonDocument),
    ...readingProgress,
  }),
});
export type ReadingAnswer = SchemaValue<(typeof openReading)['response']>;

/** Reports reading since the last acknowledged report. Also accepted as a beacon: JSON in text/plain with the page token in `_token`. */
export const recordReadingProgress = contract({
  method: 'POST',
  path: '/home/learning-records/read',
  body: {
    ticket: field.text({ rules: 'required|max:100' }),
    /** Increments with every acknowledged report; a retry uses the same number. */
    seq: field.integer({ rules: 'required|min_value:1|max_value:2147483647' }),
    read_sec: field.integer({ rules: 'required|min_value:0|max_value:86400' }),
    is_at_end: field.boolean({ initial: false }),
    /** Read before, while it could not be sent: of any length the clock allows, and once after the ticket ended. */
    late: field.boolean({ initial: false }),
  },
  response: s.object({
    /** A report of this number had arrived; this one changed nothing. */
    repeated: s.boolean(),
    /** What the report that was counted under this number claimed; the rest of a longer one is still to be reported. */
    claimed_sec: s.integer(),
    credited_sec: s.integer(),
    ...readingProgress,
  }),
});
export type ReadingReport = SchemaValue<(typeof recordReadingProgress)['response']>;

/** Subtitles as WebVTT. */
export const getSubtitles = contract({
  method: 'GET',
  path: '/home/lessons/:id/subtitles/:subtitle_id',
  response: s.any(),
});

/** Opens a free lesson, the preview of a lesson, or the trailer of a course for a visitor: for a short time, without a learning record. */
export const openPreview = contract({
  method: 'POST',
  path: '/open/previews',
  body: {
    lesson_id: field.integer({ rules: 'min_value:1' }),
    course_id: field.integer({ rules: 'min_value:1|required_without:lesson_id' }),
  },
  response: s.object({
    title: s.string(),
    type: s.integer(),
    /** Null for documents and articles. */
    source: s.nullable(s.object({ mode: s.literal('hls', 'mp4'), url: s.string() })),
    cover: s.nullable(s.string()),
    content: s.string(),
    document: s.nullable(lessonDocument),
    subtitles,
    /** Seconds that may be played; null for all. */
    preview_sec: s.nullable(s.integer()),
    expires_at: s.time(),
  }),
});
export type PreviewAnswer = SchemaValue<(typeof openPreview)['response']>;

/** Subtitles as WebVTT, limited to the part a visitor may preview. */
export const getPreviewSubtitles = contract({
  method: 'GET',
  path: '/open/previews/:id/subtitles/:subtitle_id',
  response: s.any(),
});
