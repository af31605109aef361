export { AccessNote } from './access-note.tsx';
export { CourseCover } from './course-cover.tsx';
export { myCoursesKey } from './courses.queries.ts';
