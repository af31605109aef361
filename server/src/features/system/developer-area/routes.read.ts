import type { RouteEntry } from '@kaike/shared/contracts/system/developments';
import type { Route } from '../../../core/route.ts';
import { shapeOf } from '../../../http/operations/openapi.ts';

function describe(route: Route): RouteEntry {
  const { query, body } = shapeOf(route);
  const { limit } = route;
  return {
    method: route.contract.method,
    path: route.contract.path,
    guard: route.guard,
    permission: route.permission,
    limit: limit && `${limit.max} / ${limit.seconds} s`,
    query: Object.keys(query),
    body: Object.keys(body),
  };
}

/** By address, then by method. */
export const describeRoutes = (routes: readonly Route[]): RouteEntry[] =>
  routes
    .map(describe)
    .toSorted((left, right) => left.path.localeCompare(right.path) || left.method.localeCompare(right.method));
