import { addDays, startOfDay } from '@kaike/shared/domain/study-days';

/** The list filter on a moment that falls on one of the days, in the school's zone. */
export function dayRange(field: string, { from, to }: { from: string; to: string }): Record<string, string> {
  const lastMs = startOfDay(addDays(to, 1)).getTime() - 1;
  return {
    [`where[${field}][0]`]: startOfDay(from).toISOString(),
    [`where[${field}][1]`]: new Date(lastMs).toISOString(),
  };
}
