import { type CourseNow, isPublished } from './course-facts.ts';

/** What the published courses cost together. */
export const sumPrices = (courses: readonly CourseNow[]): number =>
  courses.filter(isPublished).reduce((sum, course) => sum + course.sale_price, 0);
