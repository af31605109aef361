export const daySpans = ['today', 'yesterday', 'last7', 'last30', 'this_month', 'last_month'] as const;
export type DaySpan = (typeof daySpans)[number];

const dayStart = (moment: Date, days = 0): Date =>
  new Date(moment.getFullYear(), moment.getMonth(), moment.getDate() + days);
const monthStart = (moment: Date, months = 0): Date => new Date(moment.getFullYear(), moment.getMonth() + months, 1);
const justBefore = (moment: Date): Date => new Date(moment.getTime() - 1);

/** First and last moment of a span of whole days, in the browser's time zone. */
export function daysOfSpan(span: DaySpan, now: Date): [from: Date, to: Date] {
  const tomorrow = dayStart(now, 1);
  const spans: Record<DaySpan, [Date, Date]> = {
    today: [dayStart(now), tomorrow],
    yesterday: [dayStart(now, -1), dayStart(now)],
    last7: [dayStart(now, -6), tomorrow],
    last30: [dayStart(now, -29), tomorrow],
    this_month: [monthStart(now), tomorrow],
    last_month: [monthStart(now, -1), monthStart(now)],
  };
  const [from, end] = spans[span];
  return [from, justBefore(end)];
}
