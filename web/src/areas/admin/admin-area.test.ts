import type { RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { guardAnswer } from '../../../test/guard-answer.ts';
import { extraRoutes } from './admin-area.ts';

const allowed: RouteObject[] = [
  { path: '/admin/search-terms' },
  { path: '/admin/search-terms/:id' },
  { path: '/admin/courses' },
];

it.each([
  ['/admin/search_terms?page=2', '/admin/search-terms?page=2'],
  ['/admin/search-terms', null],
  ['/admin/card_batches', 403],
  ['/admin/card-batches', 403],
  ['/admin/card-batches/7', 403],
  ['/admin/configs', 403],
  ['/admin/no-such-list', 404],
  ['/admin/no_such_list', 404],
  ['/admin/search_terms/7', 403],
])('%s leads to %s', async (address, answer) => {
  expect(await guardAnswer([...allowed, ...extraRoutes(allowed)], address)).toBe(answer);
});
