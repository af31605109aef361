export { StudyCalendar } from './study-calendar.tsx';
