import type { WallTime } from '../../kit/zoned-time.ts';

/** Below it a learner is a minor; below the other a guardian has to agree. */
const adultAge = 18;
export const consentAge = 14;

/** Hours without talks: `22:00-06:00`, over midnight or not; empty is none. */
export const quietPattern = /^(?:([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d))?$/;

/** Whole years on a day; both are yyyy-MM-dd. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** Whether the moment is within the quiet hours. */
export function isQuiet(quiet: string, { hour, minute }: Pick<WallTime, 'hour' | 'minute'>): boolean {
  const [, ...parts] = quietPattern.exec(quiet) ?? [];
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.map(Number);
  const [from, to, now] = [fromHour * 60 + fromMinute, toHour * 60 + toMinute, hour * 60 + minute];
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

export type MinorRules = { minutes: number; quiet: string };
export type MinorDay = { birthday: string; has_consent: boolean; talk_sec: number; day: string; time: WallTime };
export type MinorLimit = { code: 'ai.minor_consent' | 'ai.minor_quiet' | 'ai.minor_over' };

export const isMinor = (birthday: string | null, day: string): birthday is string =>
  birthday !== null && ageOn(birthday, day) < adultAge;

/** Whether a learner may change the own birthday so: a minor does not get older by it, for rules hang on it. */
export const mayChangeBirthday = (from: string | null, to: string | null, day: string): boolean =>
  !isMinor(from, day) || (to !== null && to >= from);

/** Why a minor cannot talk now; null when nothing is against it. */
export function minorLimit(
  { birthday, has_consent, talk_sec: sec, day, time }: MinorDay,
  { minutes, quiet }: MinorRules,
): MinorLimit | null {
  if (!has_consent && ageOn(birthday, day) < consentAge) return { code: 'ai.minor_consent' };
  if (quiet !== '' && isQuiet(quiet, time)) return { code: 'ai.minor_quiet' };
  return sec >= minutes * 60 ? { code: 'ai.minor_over' } : null;
}
