import { defaultTimeZone, toWallTime } from '../kit/zoned-time.ts';

const dayMs = 86_400_000;
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** The calendar day of a moment in the school's zone, in which study is counted wherever the learner is: yyyy-MM-dd. */
export function dayOf(moment: Date): string {
  const { year, month, day } = toWallTime(moment, defaultTimeZone);
  return text(new Date(Date.UTC(year, month - 1, day)));
}

/** The day so many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return text(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}
