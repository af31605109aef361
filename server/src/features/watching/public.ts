export { creditTalk } from './credit-talk.ts';
export { findMine } from './read-lesson.ts';
export { readStudyDays, streakOf, type StudyDay } from './study-days.read.ts';
