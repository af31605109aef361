import { expect, test } from 'vitest';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { translatorOf } from '../../core/wording.ts';
import { fromCells } from './cells.ts';

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
