import { matchRoutes, type Location } from 'react-router';
import type { AppRoute, Visit } from './route.ts';

export type RouteFailure = { error: unknown; shown_by: AppRoute };
/** How a visit ends: somewhere else, with a failure, or with everything loaded (both null). */
export type RouteOutcome = { redirect: string | null; failure: RouteFailure | null };

type Outcome<T> = { value: T } | { error: unknown };

const settle = async <T>(run: () => T | Promise<T>): Promise<Outcome<T>> => {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
};

async function load(route: AppRoute): Promise<void> {
  if (route.element === undefined && route.load) route.element = await route.load();
}

/** The route whose error element replaces what failed: the nearest one around it. */
function failureOf(path: readonly AppRoute[], errors: readonly Outcome<unknown>[]): RouteFailure | null {
  const index = errors.findIndex((one) => 'error' in one);
  const [failed, shown_by] = [errors[index], path.slice(0, index + 1).findLast((route) => route.errorElement)];
  return failed && 'error' in failed && shown_by ? { error: failed.error, shown_by } : null;
}

/** The routes at a path; those of an area may only be known after its first visit, so a path that only a pattern matches is looked up. */
async function findRoutes(routes: AppRoute[], { pathname }: Location, patch: (path: string) => Promise<void>) {
  const matches = matchRoutes(routes, pathname);
  if (matches && Object.keys(matches[0]?.params ?? {}).length === 0) return matches;
  await patch(pathname);
  return matchRoutes(routes, pathname) ?? [];
}

/** Runs the guards of a location and loads what it shows, all at the same time. */
export async function openRoute(
  routes: AppRoute[],
  location: Location,
  patch: (path: string) => Promise<void>,
): Promise<RouteOutcome> {
  const matches = await findRoutes(routes, location, patch);
  const visit: Visit = {
    url: new URL(location.pathname + location.search, window.location.origin),
    params: matches[0]?.params ?? {},
  };
  const path = matches.map(({ route }) => route);
  const loading = path.map((route) => settle(() => load(route)));
  const guards = await Promise.all(path.map((route) => settle(() => route.guard?.(visit) ?? null)));
  const redirect = guards.map((one) => ('value' in one ? one.value : null)).find((target) => target !== null) ?? null;
  if (redirect !== null) return { redirect, failure: null };
  const loads = await Promise.all(loading);
  const errors = path.map((_route, index) => [loads[index], guards[index]].find((one) => one && 'error' in one) ?? {});
  return { redirect: null, failure: failureOf(path, errors as Outcome<unknown>[]) };
}
