import { defaultTimeZone, fromWallTime } from '@kaike/shared/kit/zoned-time';

/** The last second of a day in the school's time zone; null means unlimited. */
export function endOfDay(day: string | null): Date | null {
  const [year, month, date] = (day ?? '').split('-').map(Number);
  return year && month && date
    ? fromWallTime({ year, month, day: date, hour: 23, minute: 59, second: 59 }, defaultTimeZone)
    : null;
}
