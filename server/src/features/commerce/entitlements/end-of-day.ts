import * as schoolDays from '@kaike/shared/kit/dates/school-days';

/** The last millisecond of a day in the school's time zone; null means unlimited. */
export const endOfDay = (day: string | null): Date | null => (day ? schoolDays.endOfDay(day) : null);
