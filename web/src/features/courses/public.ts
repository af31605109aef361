export { Attachments } from './attachments.tsx';
export { AccessNote } from './access-note.tsx';
export { accessWords } from './access-words.ts';
export { CourseCover } from './course-cover.tsx';
export { myCoursesKey, useMyCourse } from './courses.queries.ts';
export { LessonList } from './lesson-list.tsx';
export { WaysIn } from './ways-in.tsx';
