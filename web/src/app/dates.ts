import { deviceTimeZone } from '@kaike/shared/kit/dates/device-time-zone';
import type { DateInput } from '@kaike/shared/kit/format';
import { formatMinute, formatShortDay, formatWhen, type DateReader } from '@kaike/shared/kit/dates/format-when';
import { useLocale } from './wording.ts';

export type Dates = {
  day: (moment: DateInput) => string;
  when: (moment: DateInput) => string;
  minute: (moment: DateInput) => string;
};

/** Dates as this device's owner reads them: own language, own clock, now. */
export function useDates(): Dates {
  const reader: DateReader = {
    locale: useLocale(),
    timeZone: deviceTimeZone(),
    now: new Date(),
  };
  return {
    day: (moment) => formatShortDay(moment, reader),
    when: (moment) => formatWhen(moment, reader),
    minute: (moment) => formatMinute(moment, reader),
  };
}
