import { expect, test } from 'vitest';
import { formatDateTime } from '@kaike/shared/kit/format';
import { timeWriter } from './zone-days.ts';

test.each(['Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])(
  'a time in a sheet is what formatDateTime writes in %s, on every day of a year',
  (timeZone) => {
    const write = timeWriter(timeZone);
    for (let hour = 0; hour < 366 * 24; hour += 5) {
      const moment = new Date(Date.UTC(2026, 0, 1, hour, 59, 58));
      expect(write(moment)).toBe(formatDateTime(moment, { timeZone }));
    }
  },
);
