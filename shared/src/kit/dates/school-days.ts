import { defaultTimeZone, fromWallTime, toWallTime } from '../zoned-time.ts';

const dayMs = 86_400_000;
const text = (date: Date): string => date.toISOString().slice(0, 10);

/** The day of a moment in the school's time zone (yyyy-MM-dd), by which study, quota and money are counted wherever the reader is. */
export function dayOf(moment: Date): string {
  const { year, month, day } = toWallTime(moment, defaultTimeZone);
  return text(new Date(Date.UTC(year, month - 1, day)));
}

/** The day this many days later, or earlier when negative. */
export function addDays(day: string, days: number): string {
  return text(new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs));
}

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** The moment the day starts in the school's time zone. */
export function startOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return fromWallTime({ year, month, day: date, hour: 0, minute: 0, second: 0 }, defaultTimeZone);
}

/** The last millisecond of the day in the school's time zone. */
export const endOfDay = (day: string): Date => new Date(startOfDay(addDays(day, 1)).getTime() - 1);
