import { expect, it } from 'vitest';
import { circlesIn } from './pages-plugin.ts';

const circlesOf = (files: Record<string, string[]>): string[] =>
  circlesIn(Object.entries(files).map(([fileName, imports]) => ({ fileName, imports })));

it('finds files that import each other, also through others, and leaves out those before and after', () => {
  expect(circlesOf({ page: ['a'], a: ['b'], b: ['c', 'leaf'], c: ['a'], leaf: [] })).toEqual(['a', 'b', 'c']);
  expect(circlesOf({ a: ['b'], b: ['a'], other: ['x'], x: [] })).toEqual(['a', 'b']);
});

it('finds none without a cycle', () => {
  expect(circlesOf({ page: ['a', 'b'], a: ['base'], b: ['base', 'outside'], base: [] })).toEqual([]);
  expect(circlesOf({})).toEqual([]);
});
