import { scenePictures } from '../../domain/ai/scene/scene-picture.ts';
import { columnPositionChoices } from '../../domain/site/column-place.ts';
import { courseOrders } from '../../domain/catalog/courses/course-search.ts';
import { faqTopicChoices } from '../../domain/site/faq-topic.ts';
import { contract } from '../../kit/contract.ts';
import { field } from '../../kit/field.ts';
import { s, type SchemaValue } from '../../kit/schema.ts';
import { speech } from '../ai/ai-speech.ts';

const picture = s.nullable(s.string());

const siteCourse = s.object({
  id: s.integer(),
  title: s.string(),
  subtitle: s.string(),
  cover: picture,
  /** Of the cover drawn while there is no picture. */
  cover_style: s.string(),
  level: s.string(),
  tags: s.array(s.string()),
  subject_id: s.nullable(s.integer()),
  /** Empty without an enabled subject. */
  subject_name: s.string(),
  /** Fen. */
  list_price: s.integer(),
  sale_price: s.integer(),
  is_free: s.boolean(),
  lesson_count: s.integer(),
  duration_sec: s.integer(),
  teacher_names: s.array(s.string()),
});
export type SiteCourse = SchemaValue<typeof siteCourse>;

const subject = {
  id: s.integer(),
  name: s.string(),
  parent_id: s.nullable(s.integer()),
  level: s.integer(),
  cover: picture,
  /** One sign; empty: the first of the name. */
  sign: s.string(),
  intro: s.string(),
  /** Published courses of the subject and of those below it. */
  course_count: s.integer(),
};
export type SiteSubject = SchemaValue<typeof siteSubject>;
const siteSubject = s.object(subject);

const siteTeacher = s.object({
  id: s.integer(),
  name: s.string(),
  english_name: s.string(),
  avatar: picture,
  title: s.string(),
  country: s.string(),
  /** Of the face drawn while there is no picture. */
  gender: s.integer(),
  /** One sentence in their own words; may be empty. */
  motto: s.string(),
  intro: s.string(),
  is_ai: s.boolean(),
  course_count: s.integer(),
});
export type SiteTeacher = SchemaValue<typeof siteTeacher>;

const columnItem = s.object({
  title: s.string(),
  text: s.string(),
  image: picture,
  url: s.string(),
  course: s.nullable(siteCourse),
});
const siteColumn = s.object({
  id: s.integer(),
  title: s.string(),
  type: s.string(),
  style: s.string(),
  items: s.array(columnItem),
});
export type SiteColumn = SchemaValue<typeof siteColumn>;

const siteApp = s.object({
  id: s.integer(),
  platform: s.string(),
  version_name: s.string(),
  notes: s.string(),
  url: s.string(),
  sha256: s.string(),
  updated_at: s.time(),
});
export type SiteApp = SchemaValue<typeof siteApp>;

const siteMessage = s.object({
  id: s.integer(),
  title: s.string(),
  /** The beginning as plain text. */ summary: s.string(),
  sent_at: s.time(),
});
export type SiteMessage = SchemaValue<typeof siteMessage>;

const page = field.integer({ rules: 'between:1,1000', initial: 1 });

/** Columns currently shown in a position. */
export const listColumns = contract({
  method: 'GET',
  path: '/open/columns',
  query: { position: field.choice(columnPositionChoices, { initial: 'home' }) },
  response: s.object({ data: s.array(siteColumn) }),
});

export const listSubjects = contract({
  method: 'GET',
  path: '/open/subjects',
  response: s.object({ data: s.array(siteSubject) }),
});
export const getSubject = contract({
  method: 'GET',
  path: '/open/subjects/:id',
  response: s.object({ row: siteSubject }),
});

export const listTeachers = contract({
  method: 'GET',
  path: '/open/teachers',
  query: { page },
  response: s.object({ data: s.array(siteTeacher), current_page: s.integer(), has_more: s.boolean() }),
});
export const getTeacher = contract({
  method: 'GET',
  path: '/open/teachers/:id',
  response: s.object({ row: siteTeacher, pictures: s.array(s.string()), courses: s.array(siteCourse) }),
});

/** Public notices, latest first, plus the columns in the position `article`. */
export const listMessages = contract({
  method: 'GET',
  path: '/open/messages',
  query: { page },
  response: s.object({
    columns: s.array(siteColumn),
    data: s.array(siteMessage),
    current_page: s.integer(),
    has_more: s.boolean(),
  }),
});
export const getMessage = contract({
  method: 'GET',
  path: '/open/messages/:id',
  response: s.object({ row: s.object({ id: s.integer(), title: s.string(), body: s.string(), sent_at: s.time() }) }),
});

const siteFaq = s.object({ id: s.integer(), question: s.string(), answer: s.string() });
export type SiteFaq = SchemaValue<typeof siteFaq>;
const topics = faqTopicChoices.map(({ value }) => value);
const faqsOfTopic = s.object({ topic: s.literal(...topics), faqs: s.array(siteFaq) });

/** The school's answers to common questions, by topic. */
export const listFaqs = contract({
  method: 'GET',
  path: '/open/faqs',
  response: s.object({ data: s.array(faqsOfTopic) }),
});

/** The newest version of each platform. */
export const listApps = contract({ method: 'GET', path: '/open/apps', response: s.object({ data: s.array(siteApp) }) });
export const getApp = contract({ method: 'GET', path: '/open/apps/:id', response: s.object({ row: siteApp }) });

/** Suggested search words: those pinned by the school, then frequent searches with results. */
export const listSearchTerms = contract({
  method: 'GET',
  path: '/open/search-terms',
  response: s.object({ data: s.array(s.object({ word: s.string() })) }),
});

const aiPerson = s.object({
  id: s.integer(),
  name: s.string(),
  avatar: picture,
  gender: s.integer(),
  country: s.string(),
  accent: s.string(),
  language: s.string(),
  greeting: s.string(),
  cefr_min: s.string(),
  cefr_max: s.string(),
  speech_rate: s.number(),
  /** What can be heard of the voice; empty when there is nothing to say. */
  sample: s.string(),
  /** Who speaks it. */
  voice_by: s.literal('vendor', 'browser'),
});
export type SiteAiPerson = SchemaValue<typeof aiPerson>;
/** The available AI teachers, without their prompts. */
export const listAiPeoples = contract({
  method: 'GET',
  path: '/open/ai-peoples',
  response: s.object({ data: s.array(aiPerson) }),
});
export const getAiPerson = contract({
  method: 'GET',
  path: '/open/ai-peoples/:id',
  response: s.object({ row: aiPerson }),
});
/** How such a teacher sounds. */
export const synthesizeSiteSample = contract({
  method: 'POST',
  path: '/open/ai-peoples/:id/read-text',
  response: speech,
});

const aiScene = s.object({
  id: s.integer(),
  key: s.string(),
  name: s.string(),
  locale: s.string(),
  scene: s.any(),
  picture: s.literal(...scenePictures),
  minutes: s.integer(),
  /** Levels of a scene with a script; without one it follows the learner. */
  levels: s.array(s.string()),
  /** Visitors may try it now. */
  is_trial: s.boolean(),
});
export type SiteAiScene = SchemaValue<typeof aiScene>;
/** Published scenes: roles, place and goals; never the prompt. */
export const listAiScenes = contract({
  method: 'GET',
  path: '/open/ai-prompt-templates',
  response: s.object({ data: s.array(aiScene) }),
});
export const getAiScene = contract({
  method: 'GET',
  path: '/open/ai-prompt-templates/:id',
  response: s.object({ row: aiScene }),
});

/** Published courses; `text` matches Chinese, pinyin and initials. `others` are alternatives when nothing matches. */
export const listCourses = contract({
  method: 'GET',
  path: '/open/courses',
  query: {
    text: field.text({ rules: 'max:50', initial: '' }),
    subject_id: field.integer({ rules: 'min_value:1' }),
    sort: field.choice(courseOrders, { initial: 'default' }),
    page,
  },
  response: s.object({
    data: s.array(siteCourse),
    total: s.integer(),
    current_page: s.integer(),
    has_more: s.boolean(),
    others: s.array(siteCourse),
  }),
});

/** Completions of the text typed so far; without text, suggested words. */
export const suggestCourses = contract({
  method: 'GET',
  path: '/open/courses/suggestions',
  query: { text: field.text({ rules: 'max:50', initial: '' }) },
  response: s.object({
    courses: s.array(s.object({ id: s.integer(), title: s.string() })),
    words: s.array(s.string()),
  }),
});

const outlineLesson = s.object({
  id: s.integer(),
  title: s.string(),
  type: s.integer(),
  duration_sec: s.integer(),
  /** Seconds of free preview. */
  preview_sec: s.integer(),
  /** Open in full without an account. */
  is_free: s.boolean(),
});

/** A product's prices in fen, and its access term. */
const offer = {
  id: s.integer(),
  title: s.string(),
  list_price: s.integer(),
  sale_price: s.integer(),
  ai_seconds: s.integer(),
  term_mode: s.integer(),
  term_value: s.integer() /** A day. */,
  fixed_end_at: s.nullable(s.string()),
  /** Days in which it can be returned; 0: not at all. */
  refund_days: s.integer(),
};
/** What the card of a product says. */
const offerCard = s.object({ ...offer, cover: picture, course_count: s.integer() });
export type SiteOffer = SchemaValue<typeof offerCard>;

export const getSiteCourse = contract({
  method: 'GET',
  path: '/open/courses/:id',
  response: s.object({
    course: siteCourse,
    intro: s.string(),
    detail: s.string(),
    /** What a learner can do after it. */
    outcomes: s.array(s.string()),
    subject: s.nullable(s.object({ id: s.integer(), name: s.string() })),
    teachers: s.array(
      s.object({
        id: s.integer(),
        name: s.string(),
        title: s.string(),
        avatar: picture,
        gender: s.integer(),
        motto: s.string(),
        intro: s.string(),
      }),
    ),
    /** Whether the course has a trailer for visitors. */
    has_trailer: s.boolean(),
    chapters: s.array(s.object({ id: s.integer(), title: s.string(), lessons: s.array(outlineLesson) })),
    /** Products on sale that include this course, cheapest first; prices in fen. */
    products: s.array(offerCard),
    /** Its own questions, and those about buying. */
    faqs: s.array(siteFaq),
  }),
});
export type SiteCourseDetail = SchemaValue<(typeof getSiteCourse)['response']>;

/** A product on sale, for visitors who are not logged in. */
export const getSiteProduct = contract({
  method: 'GET',
  path: '/open/products/:id',
  response: s.object({
    product: s.object({ ...offer, intro: s.string(), cover: picture }),
    courses: s.array(
      s.object({
        id: s.integer(),
        title: s.string(),
        cover: picture,
        cover_style: s.string(),
        lesson_count: s.integer(),
        duration_sec: s.integer(),
        is_public: s.boolean(),
      }),
    ),
  }),
});
export type SiteProduct = SchemaValue<(typeof getSiteProduct)['response']>;

/** Landing page of an agency's short link: the inviting agency and courses. */
export const getAgencyInvitation = contract({
  method: 'GET',
  path: '/open/agencies/:code',
  response: s.object({
    name: s.string(),
    code: s.string(),
    address: s.string(),
    map_point: s.string(),
    courses: s.array(siteCourse),
  }),
});

/** The whole public home page in one response. */
export const getSite = contract({
  method: 'GET',
  path: '/open/site',
  response: s.object({
    columns: s.array(siteColumn),
    subjects: s.array(siteSubject),
    /** The course of the week: the first one in a banner, else the newest; with the first lesson that anyone can see or hear something of. */
    featured: s.nullable(
      s.object({
        course: siteCourse,
        /** Its first teacher. */
        teacher: s.nullable(s.object({ name: s.string(), title: s.string(), avatar: picture, gender: s.integer() })),
        trial: s.nullable(s.object({ lesson_id: s.integer(), type: s.integer(), seconds: s.integer() })),
      }),
    ),
    courses: s.array(siteCourse),
    /** On sale, newest first. */
    products: s.array(offerCard),
    teachers: s.array(siteTeacher),
    /** Whether an app is available. */
    has_apps: s.boolean(),
    /** Null without an AI teacher; with the scene that visitors can try, if there is one. */
    ai_teacher: s.nullable(s.object({ trial_id: s.nullable(s.integer()) })),
  }),
});
export type Site = SchemaValue<(typeof getSite)['response']>;
