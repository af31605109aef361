export { creditTalk } from './credit-talk.ts';
export { foldStudyOf, listRecordsOf } from './fold-study.ts';
export { findMine } from './read-lesson.ts';
export { goalsOfWeek, readStreak, readStudyDays, type StudyDay } from './study-days.read.ts';
