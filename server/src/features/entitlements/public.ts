export { endOfDay } from './end-of-day.ts';
