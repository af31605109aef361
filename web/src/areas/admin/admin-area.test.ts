import { matchRoutes, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { expect, it } from 'vitest';
import { extraRoutes } from './admin-area.ts';

const allowed: RouteObject[] = [
  { path: '/admin/search-terms' },
  { path: '/admin/search-terms/:id' },
  { path: '/admin/courses' },
];

/** Where a back-office path outside the menu leads: a path, or a status. */
async function resultOf(address: string): Promise<string | number | null> {
  const match = matchRoutes([...allowed, ...extraRoutes(allowed)], address.split('?')[0] ?? '')?.at(-1);
  if (typeof match?.route.loader !== 'function') return null;
  const args = {
    request: new Request(new URL(address, 'http://localhost')),
    params: match.params,
  } as unknown as LoaderFunctionArgs;
  const answer: unknown = await Promise.resolve()
    .then(() => (match.route.loader as (input: LoaderFunctionArgs) => unknown)(args))
    .catch((thrown: unknown) => thrown);
  return answer instanceof Response ? (answer.headers.get('Location') ?? answer.status) : null;
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
