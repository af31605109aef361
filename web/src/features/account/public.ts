export { preloadStudyCalendar, StudyCalendar } from './study-calendar.tsx';
