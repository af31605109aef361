import type { Locale } from '../../locales/languages.ts';
import { cached, formatDay, formatSpan, missing, spaced, toDate, type DateInput } from '../format.ts';
import { defaultTimeZone, knownTimeZone, toWallTime, type WallTime } from '../zoned-time.ts';

/** Who reads a date: in which language, when, and where. */
export type DateReader = { readonly locale?: string; readonly timeZone?: string; readonly now: Date };

const dayMs = 86_400_000;
const dayNumber = ({ year, month, day }: WallTime): number => Date.UTC(year, month - 1, day) / dayMs;

const clockOf = ({ hour, minute }: WallTime): string =>
  [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');

function toLocal(moment: DateInput, { timeZone = defaultTimeZone, now }: DateReader) {
  const date = toDate(moment);
  if (!date) return null;
  const [wall, today] = [toWallTime(date, timeZone), toWallTime(now, timeZone)];
  return { date, wall, days: dayNumber(wall) - dayNumber(today), is_this_year: wall.year === today.year };
}

/** The days beside today by their own names. */
const nearDay = (days: number, locale: string): string =>
  cached(`w${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })).format(days, 'day');

/** The day, without its year in the current one: 11 月 20 日, 2027 年 10 月 5 日. */
export function formatShortDay(moment: DateInput, reader: DateReader): string {
  const { locale = 'zh-CN', timeZone = defaultTimeZone } = reader;
  const local = toLocal(moment, reader);
  if (!local) return missing;
  if (!local.is_this_year) return formatDay(local.date, { locale, timeZone });
  const zone = knownTimeZone(timeZone);
  const month = locale.startsWith('zh') ? 'long' : 'short';
  const formatter = cached(
    `s${locale}${zone}`,
    () => new Intl.DateTimeFormat(locale, { month, day: 'numeric', timeZone: zone }),
  );
  return spaced(formatter.format(local.date), locale);
}

/** When something happened: 今天 21:05, 昨天, 11 月 20 日. */
export function formatWhen(moment: DateInput, reader: DateReader): string {
  const { locale = 'zh-CN' } = reader;
  const local = toLocal(moment, reader);
  if (!local) return missing;
  if (local.days !== 0 && local.days !== -1) return formatShortDay(local.date, reader);
  const day = nearDay(local.days, locale);
  return `${day.slice(0, 1).toUpperCase()}${day.slice(1)}${local.days === 0 ? ` ${clockOf(local.wall)}` : ''}`;
}

/** Day and time, where the minute matters: 今天 21:05, 11 月 20 日 21:05. */
export function formatMinute(moment: DateInput, reader: DateReader): string {
  const local = toLocal(moment, reader);
  if (!local) return missing;
  const day = local.days === 0 ? nearDay(0, reader.locale ?? 'zh-CN') : formatShortDay(local.date, reader);
  return `${day} ${clockOf(local.wall)}`;
}

/** The day of the week in UTC, by its first letter or in full: T, Thursday. */
export function formatWeekday(moment: DateInput, locale: string, form: 'narrow' | 'long'): string {
  const date = toDate(moment);
  if (!date) return missing;
  return cached(`${form}${locale}`, () => new Intl.DateTimeFormat(locale, { weekday: form, timeZone: 'UTC' })).format(
    date,
  );
}

const exactBelow = 120;

/** How long one lesson is: 1:20, 4 分钟, 1 小时 20 分钟. */
export function formatLength(seconds: number, locale = 'zh-CN'): string {
  const total = Math.max(0, Math.round(seconds));
  if (total >= exactBelow) return formatSpan(total, locale);
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;
}

const secondsPerHour = 3600;
const about: Readonly<Record<Locale, string>> = { 'zh-CN': '约', en: 'about', 'zh-TW': '約' };

/** How long a course is, to the half hour from one hour on: 45 分钟, 约 2 小时. */
export function formatSum(seconds: number, locale: Locale = 'zh-CN'): string {
  if (seconds < secondsPerHour) return formatSpan(seconds, locale);
  const hours = Math.round((seconds / secondsPerHour) * 2) / 2;
  const formatter = cached(
    `h${locale}`,
    () => new Intl.NumberFormat(locale, { style: 'unit', unit: 'hour', unitDisplay: 'short' }),
  );
  return `${about[locale]} ${spaced(formatter.format(hours), locale)}`;
}
