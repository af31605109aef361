import { expect, it } from 'vitest';
import { circlesIn } from './chunk-circles-plugin.ts';

const circlesOf = (files: Record<string, string[]>): string[] => circlesIn(new Map(Object.entries(files))).toSorted();

it('finds files that need each other, over others too, and leaves out what only leads there or follows', () => {
  expect(circlesOf({ page: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'], leaf: [] })).toEqual(['a', 'b', 'c']);
  expect(circlesOf({ a: ['b'], b: ['a'], other: ['x'], x: [] })).toEqual(['a', 'b']);
});

it('finds none where everything comes before what needs it', () => {
  expect(circlesOf({ page: ['a', 'b'], a: ['base'], b: ['base', 'outside'], base: [] })).toEqual([]);
  expect(circlesOf({})).toEqual([]);
});
