import type { SiteCourse, SiteCourseDetail } from '@kaike/shared/contracts/site/site';

/** A course as the site lists it: paid, without subject, teachers and price, but for the changes. */
export const siteCourseOf = (changes: Partial<SiteCourse> = {}): SiteCourse => ({
  id: 7,
  title: '口语',
  subtitle: '',
  cover: '/uploads/public/a.webp',
  cover_style: '',
  level: '',
  tags: [],
  subject_id: null,
  subject_name: '',
  list_price: 0,
  sale_price: 0,
  is_free: false,
  lesson_count: 1,
  duration_sec: 60,
  teacher_names: [],
  ...changes,
});

/** The page of a course without chapters, teachers and products, but for the changes. */
export const siteDetailOf = (
  course: Partial<SiteCourse> = {},
  changes: Partial<SiteCourseDetail> = {},
): SiteCourseDetail => ({
  course: siteCourseOf(course),
  intro: '',
  detail: '',
  outcomes: [],
  subject: null,
  teachers: [],
  has_trailer: false,
  chapters: [],
  products: [],
  faqs: [],
  ...changes,
});
