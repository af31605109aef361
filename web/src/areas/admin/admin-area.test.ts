import { matchRoutes } from 'react-router';
import { expect, it } from 'vitest';
import type { AppRoute } from '../../app/routing/route.ts';
import { extraRoutes } from './admin-area.ts';

const allowed: AppRoute[] = [
  { path: '/admin/search-terms' },
  { path: '/admin/search-terms/:id' },
  { path: '/admin/courses' },
];

/** Where a back-office path outside the menu leads: a path, or a status. */
async function resultOf(address: string): Promise<string | number | null> {
  const match = matchRoutes([...allowed, ...extraRoutes(allowed)], address.split('?')[0] ?? '')?.at(-1);
  if (!match) return null;
  const { route, params } = match;
  return Promise.resolve()
    .then(() => route.guard?.({ url: new URL(address, 'http://localhost'), params }) ?? null)
    .catch((thrown: unknown) => (thrown instanceof Response ? thrown.status : null));
}

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
  expect(await resultOf(address)).toBe(answer);
});
