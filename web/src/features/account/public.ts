export { preloadStudyCalendar, StudyCalendar } from './profile/study-calendar.tsx';
