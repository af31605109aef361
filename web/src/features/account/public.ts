export { accountWords } from './account-words.ts';
export { preloadStudyCalendar, StudyCalendar } from './study-calendar.tsx';
