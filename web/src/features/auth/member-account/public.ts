export { AccountHeader } from './profile/account-header.tsx';
export { StudyCalendar } from './profile/study-calendar.tsx';
