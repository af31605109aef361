import { addDays, dayOf } from '@kaike/shared/kit/dates/school-days';

export const daySpans = ['today', 'yesterday', 'last7', 'last30', 'this_month', 'last_month'] as const;
export type DaySpan = (typeof daySpans)[number];

const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`;

/** First and last day (yyyy-MM-dd) of a span. */
export function daysOfSpan(span: DaySpan, today: string): [from: string, to: string] {
  const yesterday = addDays(today, -1);
  const endOfLast = addDays(firstOfMonth(today), -1);
  const spans: Record<DaySpan, [string, string]> = {
    today: [today, today],
    yesterday: [yesterday, yesterday],
    last7: [addDays(today, -6), today],
    last30: [addDays(today, -29), today],
    this_month: [firstOfMonth(today), today],
    last_month: [firstOfMonth(endOfLast), endOfLast],
  };
  return spans[span];
}

/** The day of what a filter of days holds, a day or a moment, in the school's time zone; '' is none. */
export const dayOfBound = (bound: string): string => (bound.length > 10 ? dayOf(new Date(bound)) : bound);
