import { endOfDay, startOfDay } from '@kaike/shared/kit/dates/school-days';

/** The list filter for times on one of these days, in the school's time zone. */
export function dayRange(field: string, { from, to }: { from: string; to: string }): Record<string, string> {
  return {
    [`where[${field}][0]`]: startOfDay(from).toISOString(),
    [`where[${field}][1]`]: endOfDay(to).toISOString(),
  };
}
