import { lessonType, lessonTypeChoices, switchStatusChoices } from '../../domain/catalog/courses/course-status.ts';
import { subtitleLanguageChoices } from '../../domain/catalog/courses/subtitles.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';

const lessonMedia = s.object({
  id: s.integer(),
  title: s.string(),
  status: s.integer(),
  progress: s.integer(),
  error: s.string(),
  duration_sec: s.integer(),
  size: s.integer(),
  width: s.integer(),
  height: s.integer(),
  cover: s.nullable(s.string()),
});

/** A document in the back office; `url` is a download link valid for an hour. */
const lessonFile = s.object({
  address: s.string(),
  name: s.string(),
  ext: s.string(),
  size: s.integer(),
  url: s.string(),
});
export type LessonFile = SchemaValue<typeof lessonFile>;

export const outlineLesson = s.object({
  id: s.integer(),
  chapter_id: s.integer(),
  type: s.literal(1, 2, 3, 4, 5),
  title: s.string(),
  /** Length of a video or audio; for a document or article, the seconds of reading required to finish it. */
  duration_sec: s.integer(),
  preview_sec: s.integer(),
  /** Open to everyone in full. */
  is_free: s.boolean(),
  status: s.integer(),
  /** Reading time set manually; null for the estimate. */
  read_sec: s.nullable(s.integer()),
  /** Whether an article has text; `getLessonText` returns it. */
  has_content: s.boolean(),
  /** What an AI scene plays; `is_playable` is false when it was withdrawn or nobody is there to talk with. */
  scene: s.nullable(s.object({ id: s.integer(), name: s.string(), is_playable: s.boolean() })),
  version: s.integer(),
  media: s.nullable(lessonMedia),
  file: s.nullable(lessonFile),
  attachments: s.array(lessonFile),
  subtitles: s.array(s.object({ language: s.string(), cue_count: s.integer() })),
});

export const outlineChapter = s.object({
  id: s.integer(),
  title: s.string(),
  version: s.integer(),
  lessons: s.array(outlineLesson),
});

/** The chapters and lessons of a course in order; `version` changes with every write. */
export const outline = s.object({
  version: s.integer(),
  lesson_count: s.integer(),
  duration_sec: s.integer(),
  chapters: s.array(outlineChapter),
  /** Downloads for members of the course, independent of a lesson. */
  attachments: s.array(lessonFile),
});

export type OutlineLesson = SchemaValue<typeof outlineLesson>;
export type OutlineChapter = SchemaValue<typeof outlineChapter>;
export type Outline = SchemaValue<typeof outline>;

/** Every write returns the whole outline, so that the page shows what is stored; `id` is the created row. */
const outlineChange = s.object({ outline, id: s.optional(s.integer()) });

/** Document types of a lesson; each can be shown or opened on a phone. */
export const lessonFileTypes = [
  'pdf',
  'pptx',
  'docx',
  'xlsx',
  'ppt',
  'doc',
  'xls',
  'epub',
  'txt',
  'md',
  'jpg',
  'png',
  'webp',
] as const;
/** Most attachments of one lesson, or of the course itself. */
export const maxAttachments = 20;

const title = field.text({ rules: 'required|max:100' });
/** The version of the row last read; refused when the stored one is newer. */
const version = field.integer();
const lesson = {
  type: field.choice(lessonTypeChoices, { initial: lessonType.video }),
  title,
  media_id: field.relation({ resource: 'media', nullable: true }),
  /** Seconds anyone may preview; at most the media's length. */
  preview_sec: field.duration({ rules: 'min_value:0|max_value:86400' }),
  is_free: field.boolean(),
  /** Off: members do not see it, and it is not required to finish the course. */
  status: field.choice(switchStatusChoices),
  content: field.rich_text({ rules: 'max:100000' }),
  file: field.file({ nullable: true, accept: lessonFileTypes }),
  read_sec: field.integer({ nullable: true, rules: 'between:10,86400' }),
  /** The scene of a lesson of that type. */
  template_id: field.relation({ resource: 'ai-prompt-templates', nullable: true }),
  /** Paths of uploaded documents, in order; an empty list removes all. */
  attachments: field.json({ nullable: true, rules: 'array' }),
};

export const getOutline = contract({ method: 'GET', path: '/admin/courses/:id/outline', response: outline });

export const createChapter = contract({
  method: 'POST',
  path: '/admin/courses/:id/chapters',
  body: { title },
  response: outlineChange,
});

export const updateChapter = contract({
  method: 'PUT',
  path: '/admin/courses/:id/chapters/:chapter_id',
  body: { title, version },
  response: outlineChange,
});

export const deleteChapter = contract({
  method: 'DELETE',
  path: '/admin/courses/:id/chapters/:chapter_id',
  response: outlineChange,
});

export const createLesson = contract({
  method: 'POST',
  path: '/admin/courses/:id/lessons',
  body: { ...lesson, chapter_id: field.relation({ resource: 'chapters', rules: 'required' }) },
  response: outlineChange,
});

/** Fields that are not sent stay unchanged; a null `media_id` removes the media. */
export const updateLesson = contract({
  method: 'PUT',
  path: '/admin/courses/:id/lessons/:lesson_id',
  body: { ...lesson, type: field.choice(lessonTypeChoices), version },
  response: outlineChange,
});

export const deleteLesson = contract({
  method: 'DELETE',
  path: '/admin/courses/:id/lessons/:lesson_id',
  response: outlineChange,
});

/** Restores rows deleted within the last 30 days: a chapter with the lessons deleted with it, or single lessons. */
export const restoreOutline = contract({
  method: 'POST',
  path: '/admin/courses/:id/outline/restore',
  body: { chapter_id: field.integer(), lesson_id: field.integer({ rules: 'required_without:chapter_id' }) },
  response: outlineChange,
});

/** Saves a new order: every chapter and lesson of the course, each exactly once. */
export const reorderOutline = contract({
  method: 'PUT',
  path: '/admin/courses/:id/outline/order',
  body: { chapters: field.json({ rules: 'required|array' }), version: field.integer({ rules: 'required' }) },
  response: outlineChange,
});

/** Scenes that a lesson can play. */
export const listLessonScenes = contract({
  method: 'GET',
  path: '/admin/courses/:id/scenes',
  response: s.object({
    scenes: s.array(s.object({ id: s.integer(), name: s.string(), minutes: s.integer(), goals: s.array(s.string()) })),
    /** Without a teacher nobody can play one. */
    has_teacher: s.boolean(),
  }),
});

/** The text of an article, for editing. */
export const getLessonText = contract({
  method: 'GET',
  path: '/admin/courses/:id/lessons/:lesson_id/text',
  response: s.object({ content: s.string(), version: s.integer() }),
});

/** Replaces the downloads of the course itself. */
export const updateAttachments = contract({
  method: 'PUT',
  path: '/admin/courses/:id/attachments',
  body: { attachments: field.json({ nullable: true, rules: 'array' }) },
  response: outlineChange,
});

/** WebVTT or SRT as text, validated and stored as WebVTT. Replaces existing subtitles in that language. */
export const updateSubtitles = contract({
  method: 'PUT',
  path: '/admin/courses/:id/lessons/:lesson_id/subtitles',
  body: {
    language: field.choice(subtitleLanguageChoices, { rules: 'required' }),
    text: field.long_text({ rules: 'required|max:600000' }),
  },
  response: outlineChange,
});

export const deleteSubtitles = contract({
  method: 'DELETE',
  path: '/admin/courses/:id/lessons/:lesson_id/subtitles/:language',
  response: outlineChange,
});

/** The cheapest product on sale that grants access to a course, for members without full access; null when there is none. */
export const courseOffer = s.nullable(
  s.object({ id: s.integer(), title: s.string(), /** In fen. */ sale_price: s.integer() }),
);
export type CourseOffer = SchemaValue<typeof courseOffer>;

const access = s.object({
  /** `owned`: a current entitlement. `free`: open to every activated member. `ended`: an expired entitlement. `none`. */
  state: s.literal('owned', 'free', 'ended', 'none'),
  /** When access ends or ended; null: never. */
  end_at: s.nullable(s.time()),
});

const myCourse = s.object({
  id: s.integer(),
  title: s.string(),
  subtitle: s.string(),
  cover: s.nullable(s.string()),
  cover_style: s.string(),
  lesson_count: s.integer(),
  duration_sec: s.integer(),
  access,
  lessons_done: s.integer(),
  percent: s.integer(),
  last_at: s.nullable(s.time()),
});
export type MyCourse = SchemaValue<typeof myCourse>;

export const listMyCourses = contract({
  method: 'GET',
  path: '/home/courses',
  response: s.object({ courses: s.array(myCourse) }),
});

/** A download, fetched from `downloadCourseFile`, which checks access each time. */
export const attachment = s.object({ id: s.integer(), name: s.string(), ext: s.string(), size: s.integer() });
export type Attachment = SchemaValue<typeof attachment>;

/** Redirects to a signed URL that expires soon. */
export const downloadCourseFile = contract({
  method: 'GET',
  path: '/home/courses/:id/files/:file_id',
  response: s.any(),
});

const courseLesson = s.object({
  id: s.integer(),
  title: s.string(),
  type: s.integer(),
  duration_sec: s.integer(),
  preview_sec: s.integer(),
  is_free: s.boolean(),
  has_attachments: s.boolean(),
  /** `soon`: its media is not ready. */
  state: s.literal('open', 'preview', 'locked', 'soon'),
  percent: s.integer(),
  last_position: s.integer(),
  completed_at: s.nullable(s.time()),
  last_at: s.nullable(s.time()),
  /** Seconds still to watch until the lesson counts as finished. */
  missing_sec: s.integer(),
  /** A document or article whose end has not been reached yet. */
  is_end_missing: s.boolean(),
});
export type CourseLesson = SchemaValue<typeof courseLesson>;

const courseChapter = s.object({ id: s.integer(), title: s.string(), lessons: s.array(courseLesson) });

export const getMyCourse = contract({
  method: 'GET',
  path: '/home/courses/:id',
  response: s.object({
    course: s.object({
      id: s.integer(),
      title: s.string(),
      subtitle: s.string(),
      cover: s.nullable(s.string()),
      cover_style: s.string(),
      intro: s.string(),
      detail: s.string(),
      teachers: s.array(
        s.object({
          id: s.integer(),
          name: s.string(),
          title: s.string(),
          avatar: s.nullable(s.string()),
          gender: s.integer(),
        }),
      ),
      lesson_count: s.integer(),
      duration_sec: s.integer(),
      complete_percent: s.integer(),
      lessons_done: s.integer(),
      percent: s.integer(),
    }),
    access,
    offer: courseOffer,
    /** The entitlements that make up the access, oldest first. */
    grants: s.array(s.object({ source_type: s.string(), start_at: s.time(), end_at: s.nullable(s.time()) })),
    chapters: s.array(courseChapter),
    /** Downloads of the course; empty without access. */
    attachments: s.array(attachment),
    /** Where to continue; null when no lesson can be opened. */
    next: s.nullable(s.object({ lesson_id: s.integer(), type: s.integer(), title: s.string(), position: s.integer() })),
  }),
});
export type MyCourseDetail = SchemaValue<(typeof getMyCourse)['response']>;
