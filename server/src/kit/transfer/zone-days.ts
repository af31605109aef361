import { formatDateTime } from '@kaike/shared/kit/format';

const dayMs = 86_400_000;
const cachedDays = 20_000;
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** What is known of UTC days in a time zone, and of local days. */
type ZoneDays = {
  /** Milliseconds the zone is ahead of UTC throughout a UTC day; null on days when the offset changes. */
  offsets: Map<number, number | null>;
  /** `YYYY-MM-DD`, by days since 1970. */
  dates: Map<number, string>;
};
const zones = new Map<string, ZoneDays>();

function daysOf(timeZone: string): ZoneDays {
  const days = zones.get(timeZone) ?? { offsets: new Map(), dates: new Map() };
  zones.set(timeZone, days);
  return days;
}

function cachedDay<T>(days: Map<number, T>, day: number, read: () => T): T {
  const cached = days.get(day);
  if (cached !== undefined) return cached;
  const value = read();
  if (days.size >= cachedDays) days.clear();
  days.set(day, value);
  return value;
}

function offsetOn(day: number, timeZone: string): number | null {
  const offsetAt = (time: number): number =>
    Date.parse(`${formatDateTime(new Date(time), { timeZone }).replace(' ', 'T')}Z`) - time;
  const offset = offsetAt(day * dayMs);
  return offset === offsetAt((day + 1) * dayMs) ? offset : null;
}

/** Writes times in a zone, with the same text as `formatDateTime`, ten times faster: a sheet has hundreds of thousands of them. */
export function timeWriter(timeZone: string): (value: unknown) => string {
  const { offsets, dates } = daysOf(timeZone);
  return (value) => {
    if (!(value instanceof Date)) return formatDateTime(value as string, { timeZone });
    const time = value.getTime();
    const day = Math.floor(time / dayMs);
    const offset = cachedDay(offsets, day, () => offsetOn(day, timeZone));
    if (offset === null) return formatDateTime(value, { timeZone });
    const localDay = Math.floor((time + offset) / dayMs);
    const date = cachedDay(dates, localDay, () => new Date(localDay * dayMs).toISOString().slice(0, 10));
    const seconds = Math.floor((time + offset - localDay * dayMs) / 1000);
    const minutes = Math.floor(seconds / 60);
    return `${date} ${twoDigits[Math.floor(minutes / 60)]}:${twoDigits[minutes % 60]}:${twoDigits[seconds % 60]}`;
  };
}
