import { formatWeekday } from '@kaike/shared/kit/dates/format-when';

const dayMs = 86_400_000;
/** Any Monday. */
const monday = Date.UTC(2024, 0, 1);

/** The name of a day of the week, by its place from Monday. */
export const dayName = (place: number, locale: string, form: 'narrow' | 'long'): string =>
  formatWeekday(monday + place * dayMs, locale, form);
