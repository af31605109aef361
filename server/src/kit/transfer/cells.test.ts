import { describe, expect, test } from 'vitest';
import { field } from '@kaike/shared/kit/field';
import { formatDateTime } from '@kaike/shared/kit/format';
import { teachers } from '@kaike/shared/resources/teachers';
import { translatorOf } from '../../core/wording.ts';
import { cellWriter, fromCells } from './cells.ts';

const cellAt = (moment: Date, timeZone: string): unknown =>
  cellWriter(
    { t: (key) => key, locale: 'en', time_zone: timeZone, resource: 'members' },
    { key: 'at', field: field.date_time() },
  )({ id: 1, at: moment });

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

test('a sheet of a colleague who reads another language says the same', () => {
  const { gender, is_ai } = teachers.fields;
  const context = { t: translatorOf('en'), locale: 'en', time_zone: 'UTC', resource: 'teachers' } as const;
  const read = (row: Record<string, unknown>) => fromCells(context, { gender, is_ai }, row);
  expect([
    read({ gender: 'Female', is_ai: 'Yes' }),
    read({ gender: '女', is_ai: '是' }),
    read({ gender: 'female', is_ai: '否' }),
    read({ gender: '?', is_ai: '?' }),
  ]).toEqual([
    { gender: 2, is_ai: true },
    { gender: 2, is_ai: true },
    { gender: 2, is_ai: false },
    { gender: '?', is_ai: '?' },
  ]);
});
