import { isCalendarDay } from '../../rules/calendar.ts';
import { defaultTimeZone, fromWallTime } from '../zoned-time.ts';
import { dayOf, endOfDay, startOfDay } from './school-days.ts';

/** Which moment a day without a time of day means. */
export type DayBound = 'start' | 'end';

const dayText = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const wallText = /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?$/;
const momentText = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

const pad = (part: number): string => String(part).padStart(2, '0');

/** The day as yyyy-MM-dd of a text that is a day and nothing else; null for any other text and for days that do not exist. */
function parseDay(text: string): string | null {
  const [, year, , month, day] = dayText.exec(text) ?? [];
  const parts = [year, month, day].map(Number);
  const [y = 0, m = 0, d = 0] = parts;
  return year !== undefined && y >= 1900 && isCalendarDay(y, m, d) ? `${year}-${pad(m)}-${pad(d)}` : null;
}

/** Whether the text is a day without a time of day. */
export const isDay = (raw: unknown): boolean => typeof raw === 'string' && parseDay(raw.trim()) !== null;

function parseWall(text: string): Date | null {
  const [, date = '', ...clock] = wallText.exec(text) ?? [];
  const day = parseDay(date);
  const [hour = 0, minute = 0, second = 0] = clock.map((part) => Number(part ?? 0));
  if (day === null || hour > 23 || minute > 59 || second > 59) return null;
  const [year = 0, month = 0, date_ = 0] = day.split('-').map(Number);
  return fromWallTime({ year, month, day: date_, hour, minute, second }, defaultTimeZone);
}

const parseExact = (text: string): Date | null =>
  momentText.test(text) && parseDay(text.slice(0, 10)) !== null ? new Date(text.replace(' ', 'T')) : null;

const inRange = (moment: Date | null): Date | null => {
  const year = moment?.getUTCFullYear() ?? Number.NaN;
  return year >= 1900 && year <= 9999 ? moment : null;
};

/**
 * The moment of a text: an ISO time with its zone, a time of the school's clock, or a day of the school, of which `bound`
 * names the first or the last moment. Null for anything else.
 */
export function parseMoment(raw: unknown, bound: DayBound = 'start'): Date | null {
  if (raw instanceof Date) return inRange(raw);
  if (typeof raw !== 'string') return null;
  const text = raw.trim();
  const day = parseDay(text);
  if (day !== null) return bound === 'end' ? endOfDay(day) : startOfDay(day);
  return inRange(parseExact(text) ?? parseWall(text));
}

/** The school's day (yyyy-MM-dd) of a text: the day itself, or the day on which a moment is. Null for anything else. */
export function parseSchoolDay(raw: unknown): string | null {
  if (typeof raw === 'string' && parseDay(raw.trim()) !== null) return parseDay(raw.trim());
  const moment = parseMoment(raw);
  return moment === null ? null : dayOf(moment);
}
