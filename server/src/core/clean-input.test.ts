import { contract, type ParamsOf } from '@kaike/shared/kit/contract';
import { s } from '@kaike/shared/kit/schema';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { parseParams } from './clean-input.ts';

const refused = { code: 'record.not_found' };

describe('path parameters', () => {
  test('are numbers where they name a row or a part, and text elsewhere', () => {
    expect(parseParams({ id: '7', file_id: '12', part: '1', language: '12' })).toEqual({
      id: 7,
      file_id: 12,
      part: 1,
      language: '12',
    });
  });

  test.each(['', 'x', '-1', '1.5', '1e3', ' 7', '9007199254740992'])('refuse %j as an id', (text) => {
    expect(() => parseParams({ id: text })).toThrow(expect.objectContaining(refused));
  });

  test('refuse text that no row can hold', () => {
    expect(() => parseParams({ code: 'a\0' })).toThrow(expect.objectContaining(refused));
  });

  test('have their types from the path', () => {
    const file = contract({ method: 'GET', path: '/home/courses/:id/files/:file_id/:language', response: s.any() });
    expectTypeOf<ParamsOf<typeof file>>().branded.toEqualTypeOf<{ id: number; file_id: number; language: string }>();
    const list = contract({ method: 'GET', path: '/home/courses', response: s.any() });
    expectTypeOf<keyof ParamsOf<typeof list>>().toBeNever();
  });
});
