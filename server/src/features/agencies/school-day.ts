import { defaultTimeZone, fromWallTime, toWallTime } from '@kaike/shared/kit/zoned-time';

const pad = (value: number): string => String(value).padStart(2, '0');

/** The calendar day of an instant in the school's time zone, yyyy-MM-dd. */
export function schoolDay(moment: Date): string {
  const { year, month, day } = toWallTime(moment, defaultTimeZone);
  return `${year}-${pad(month)}-${pad(day)}`;
}

/** The instant a calendar day begins in the school's time zone. */
export function startOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return fromWallTime({ year, month, day: date, hour: 0, minute: 0, second: 0 }, defaultTimeZone);
}

const dayMs = 86_400_000;

/** The next day; China has no daylight saving time, other time zones shift at most by hours within the day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}
