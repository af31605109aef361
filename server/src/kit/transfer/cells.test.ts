import { describe, expect, test } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { formatDateTime } from '@kaike/shared/kit/format';
import { toCell } from './cells.ts';

const cellAt = (moment: Date, timeZone: string): unknown =>
  toCell(
    { t: (key) => key, locale: 'en', time_zone: timeZone, resource: 'members' },
    { row: { id: 1, at: moment }, key: 'at', field: field.date_time() },
  );

describe('a time in a sheet', () => {
  test.each(['Asia/Shanghai', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])(
    'is what formatDateTime writes in %s, on every day of a year',
    (timeZone) => {
      for (let hour = 0; hour < 366 * 24; hour += 5) {
        const moment = new Date(Date.UTC(2026, 0, 1, hour, 59, 58));
        expect(cellAt(moment, timeZone)).toBe(formatDateTime(moment, { timeZone }));
      }
    },
  );
});
