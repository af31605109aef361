export { accountWords } from './account-words.ts';
export { preloadStudyCalendar, StudyCalendar } from './profile/study-calendar.tsx';
