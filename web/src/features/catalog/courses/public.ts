export { Attachments, FileLink } from './attachments.tsx';
export { myCoursesKey, useMyCourse } from './courses.queries.ts';
export { LessonList } from './lesson-list.tsx';
export { WaysIn } from './access-options.tsx';
