export { studyTime } from './study-time.ts';
