export { LessonTalk, useLessonTalk } from './lesson/lesson-talk.tsx';
