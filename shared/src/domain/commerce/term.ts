import { defaultTimeZone, fromWallTime, toWallTime } from '../../kit/zoned-time.ts';
import { stackRule, termMode, type StackRule, type TermMode } from './product-status.ts';

export type TermRequest = {
  readonly term_mode: TermMode;
  /** Days or months; other modes ignore it. */
  readonly term_value: number;
  readonly fixed_end_at: Date | null;
  readonly stack_rule: StackRule;
  readonly now: Date;
  /** End of the current access, which may be in the past; null when there was none. */
  readonly current_end: Date | 'permanent' | null;
  readonly time_zone?: string;
};

/** `end_at` null: permanent. `ended`: the fixed end has passed. */
export type Term =
  | { readonly start_at: Date; readonly end_at: Date | null }
  | { readonly refused: 'running' | 'ended' };

/** Longer terms are capped, to keep dates in a range every system supports. */
const maxDays = 36_500;

type Day = { readonly year: number; readonly month: number; readonly day: number };

/** The last millisecond of a day in the zone. */
function endOfDay({ year, month, day }: Day, zone: string): Date {
  // Date.UTC normalises days beyond the end of the month.
  const carried = new Date(Date.UTC(year, month - 1, day));
  const wall = {
    year: carried.getUTCFullYear(),
    month: carried.getUTCMonth() + 1,
    day: carried.getUTCDate(),
    hour: 23,
    minute: 59,
    second: 59,
  };
  return new Date(fromWallTime(wall, zone).getTime() + 999);
}

/** The same day of a later month, or that month's last day. */
function addMonths({ year, month, day }: Day, months: number): Day {
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return { year, month: month + months, day: Math.min(day, lastDay) };
}

function endAfter(start: Date, { term_mode: mode, term_value: value }: TermRequest, zone: string): Date {
  const day = toWallTime(start, zone);
  const amount = Math.min(Math.max(0, Math.floor(value)), mode === termMode.months ? maxDays / 30 : maxDays);
  return endOfDay(mode === termMode.months ? addMonths(day, amount) : { ...day, day: day.day + amount }, zone);
}

/** The last millisecond of the day that many calendar days after the start. */
export const endAfterDays = (start: Date, days: number, timeZone: string = defaultTimeZone): Date => {
  const day = toWallTime(start, timeZone);
  return endOfDay({ ...day, day: day.day + days }, timeZone);
};

/** Whether access with this end is running now. */
export function isRunning(currentEnd: Date | 'permanent' | null, now: Date): boolean {
  return currentEnd === 'permanent' || (currentEnd !== null && currentEnd.getTime() > now.getTime());
}

/**
 * What a product's term grants now; preview and activation both use it. An end is at 23:59:59.999 of its day in the zone.
 * An extension starts at the current end, without a gap; permanent access cannot be extended. An extension of access that
 * lapsed so long ago that it would end in the past starts now.
 */
export function entitlementTerm(request: TermRequest): Term {
  const { term_mode: mode, stack_rule: rule, now, current_end } = request;
  const zone = request.time_zone ?? defaultTimeZone;
  const running = isRunning(current_end, now);
  if (rule === stackRule.refuse_while_running && running) return { refused: 'running' };
  if (mode === termMode.permanent) return { start_at: now, end_at: null };
  if (mode === termMode.fixed_end) {
    const end = request.fixed_end_at ? endOfDay(toWallTime(request.fixed_end_at, zone), zone) : null;
    return end && end.getTime() >= now.getTime() ? { start_at: now, end_at: end } : { refused: 'ended' };
  }
  const isExtension = rule === stackRule.extend || (rule === stackRule.extend_if_running && running);
  const start = isExtension && current_end instanceof Date ? current_end : now;
  const end = endAfter(start, request, zone);
  return end.getTime() >= now.getTime()
    ? { start_at: start, end_at: end }
    : { start_at: now, end_at: endAfter(now, request, zone) };
}
