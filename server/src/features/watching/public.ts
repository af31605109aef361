export { readStudyDays } from './study-days.read.ts';
