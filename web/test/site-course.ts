import type { SiteCourse } from '@kaike/shared/contracts/site';

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
