import { currencySymbol, dateTimeFormat, truncatedLength } from '../domain/constants.ts';
import { defaultTimeZone, knownTimeZone, toWallTime } from './zoned-time.ts';

/** Shown for a missing value. */
export const missing = '--';

export type DateInput = Date | string | number | null | undefined;

type FormatLocale = { readonly locale?: string; readonly timeZone?: string };

const formatters = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>();

/** Creating a formatter is about a hundred times as expensive as using one. */
export function cached<Formatter extends Intl.NumberFormat | Intl.DateTimeFormat | Intl.RelativeTimeFormat>(
  key: string,
  make: () => Formatter,
): Formatter {
  const formatter = (formatters.get(key) as Formatter | undefined) ?? make();
  formatters.set(key, formatter);
  return formatter;
}

export function toDate(moment: DateInput): Date | null {
  if (moment === null || moment === undefined || moment === '') return null;
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? null : date;
}

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

/** A number with the locale's digit grouping. */
export function formatNumber(
  value: number | null | undefined,
  { locale = 'zh-CN', decimals = 0 }: { locale?: string; decimals?: number } = {},
): string {
  if (!isNumber(value)) return missing;
  const options = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return cached(`n${locale}${decimals}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** A change with its sign: `+1,200`, `−50`. */
export function formatChange(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value).replace('-', '−');
}

/** Fen as yuan, rounded to `decimals`: `¥1,235` for 123456. */
export function formatMoney(
  fen: number | null | undefined,
  options: { symbol?: string; decimals?: number; locale?: string } = {},
): string {
  if (!isNumber(fen)) return missing;
  const { symbol = currencySymbol, decimals = 0, locale = 'zh-CN' } = options;
  const text = formatNumber(Math.abs(fen) / 100, { locale, decimals });
  return `${fen < 0 && /[1-9]/.test(text) ? '-' : ''}${symbol}${text}`;
}

/** A moment in a time zone, by a pattern of yyyy, MM, dd, hh (0 to 23), mm and ss. */
export function formatDateTime(
  moment: DateInput,
  { timeZone = defaultTimeZone, format = dateTimeFormat }: FormatLocale & { format?: string } = {},
): string {
  const date = toDate(moment);
  if (!date) return missing;
  const wall = toWallTime(date, timeZone);
  const values: Record<string, number> = {
    yyyy: wall.year,
    MM: wall.month,
    dd: wall.day,
    hh: wall.hour,
    HH: wall.hour,
    mm: wall.minute,
    ss: wall.second,
  };
  return format.replace(/yyyy|MM|dd|hh|HH|mm|ss/g, (token) => String(values[token] ?? '').padStart(token.length, '0'));
}

/** In Chinese too, a space separates a number from an adjacent word. */
export const spaced = (text: string, locale: string): string =>
  locale.startsWith('zh') ? text.replace(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$1$2 ') : text;

/** The day in the locale's format: 2026 年 1 月 5 日, Jan 5, 2026. */
export function formatDay(
  moment: DateInput,
  { locale = 'zh-CN', timeZone = defaultTimeZone }: FormatLocale = {},
): string {
  const date = toDate(moment);
  if (!date) return missing;
  const zone = knownTimeZone(timeZone);
  const month = locale.startsWith('zh') ? 'long' : 'short';
  return spaced(
    cached(
      `d${locale}${zone}`,
      () => new Intl.DateTimeFormat(locale, { year: 'numeric', month, day: 'numeric', timeZone: zone }),
    ).format(date),
    locale,
  );
}

/** Seconds as hh:mm:ss. */
export function formatDuration(seconds: number | null | undefined): string {
  if (!isNumber(seconds)) return missing;
  const total = Math.max(0, Math.floor(seconds));
  return [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/** Seconds as a player position: 05:12, 1:02:03. */
export function formatClock(seconds: number | null | undefined): string {
  return formatDuration(seconds)
    .replace(/^00:/, '')
    .replace(/^0(\d:\d\d:)/, '$1');
}

const secondsPerMinute = 60;
const minutesPerHour = 60;

/** A duration in words, each number with its unit: 39 秒; 1 小时 and 20 分钟. */
export function spanParts(seconds: number | null | undefined, locale = 'zh-CN'): string[] {
  if (!isNumber(seconds)) return [missing];
  const count = (value: number, unit: 'second' | 'minute' | 'hour'): string =>
    spaced(
      cached(
        `u${locale}${unit}`,
        () => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
      ).format(value),
      locale,
    );
  const total = Math.max(0, Math.round(seconds));
  if (total > 0 && total < secondsPerMinute) return [count(total, 'second')];
  const minutes = Math.round(total / secondsPerMinute);
  const [hours, rest] = [Math.floor(minutes / minutesPerHour), minutes % minutesPerHour];
  return [hours > 0 ? count(hours, 'hour') : '', rest > 0 || hours === 0 ? count(rest, 'minute') : ''].filter(Boolean);
}

/** The same in one text: 1 小时 20 分钟. For a position in a video use `formatClock`. */
export const formatSpan = (seconds: number | null | undefined, locale = 'zh-CN'): string =>
  spanParts(seconds, locale).join(' ');

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];

/** Relative time in the largest unit that fits; within a minute it is "now". */
export function formatRelative(moment: DateInput, { now, locale = 'zh-CN' }: { now: Date; locale?: string }): string {
  const date = toDate(moment);
  if (!date) return missing;
  const seconds = (date.getTime() - now.getTime()) / 1000;
  const formatter = cached(`r${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', Infinity];
  return spaced(formatter.format(Math.trunc(seconds / length) || 0, unit), locale);
}

/** Bytes as B, KB, MB or GB, one decimal from MB on. */
export function formatBytes(bytes: number | null | undefined, locale = 'zh-CN'): string {
  if (!isNumber(bytes)) return missing;
  const power = Math.min(3, Math.max(0, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024))));
  return `${formatNumber(bytes / 1024 ** power, { locale, decimals: power > 1 ? 1 : 0 })} ${['B', 'KB', 'MB', 'GB'][power] ?? ''}`;
}

/** At most `length` characters, then an ellipsis. */
export function truncate(text: string | null | undefined, length = truncatedLength): string {
  const characters = text && text.length > length ? Array.from(text) : [];
  return characters.length > length ? `${characters.slice(0, length).join('')}…` : (text ?? '');
}
