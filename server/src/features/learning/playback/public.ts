export { creditTalk } from './credit-talk.ts';
export { foldStudyOf, listRecordsOf } from './fold-study.ts';
export { findMine } from './find-lesson.ts';
export { goalsOfWeek, countStreak, loadStudyDays, type StudyDay } from './study-days.read.ts';
