import { expect, it } from 'vitest';
import { locateError } from './locate-error.ts';

it.each<[string, number, number]>([
  ['{', 1, 2],
  ['{"a": 1,}', 1, 9],
  ['{"a" 1}', 1, 6],
  ['[1,\n2,\n]', 3, 1],
  ['{\n  "a": tru\n}', 2, 8],
  ["{'a': 1}", 1, 2],
  ['{"a": 01}', 1, 7],
  ['[1 2]', 1, 4],
  ['{"a":1}}', 1, 8],
  ['"x', 1, 1],
  ['{"名": 值}', 1, 7],
])('%j is wrong at line %i, column %i', (text, line, column) => {
  expect(() => JSON.parse(text) as unknown).toThrow();
  expect(locateError(text)).toEqual({ line, column });
});
