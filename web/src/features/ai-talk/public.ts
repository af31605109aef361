export { LessonTalk } from './lesson/lesson-talk.tsx';
