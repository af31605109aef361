import { type CourseNow, isPublished } from './course-facts.ts';

export const sumPrices = (courses: readonly CourseNow[]): number =>
  courses.filter(isPublished).reduce((sum, course) => sum + course.sale_price, 0);
