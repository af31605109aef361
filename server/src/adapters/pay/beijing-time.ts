import { defaultTimeZone, fromWallTime, toWallTime } from '@kaike/shared/kit/zoned-time';

const pad2 = (value: number): string => String(value).padStart(2, '0');

/** Formats a moment as `2026-01-15 16:00:00` in Beijing time. */
export function beijingTime(moment: Date): string {
  const { year, month, day, hour, minute, second } = toWallTime(moment, defaultTimeZone);
  return `${year}-${pad2(month)}-${pad2(day)} ${pad2(hour)}:${pad2(minute)}:${pad2(second)}`;
}

/** Parses that format; null for any other text. */
export function parseBeijingTime(text: string): Date | null {
  const parts = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return fromWallTime({ year, month, day, hour, minute, second }, defaultTimeZone);
}
