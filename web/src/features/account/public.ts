export { StudyCalendar } from './profile/study-calendar.tsx';
