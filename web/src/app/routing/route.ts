import type { ReactNode } from 'react';

/** The address a route is about to be shown at. */
export type Visit = { url: URL; params: Readonly<Record<string, string | undefined>> };

/** A part of the page: what is at a path, or around the paths of its children. */
export type AppRoute = {
  id?: string;
  path?: string;
  /** Where to go instead, or null to stay; it throws what the error element shows. */
  guard?: (visit: Visit) => string | null | Promise<string | null>;
  /** Loads the element when the route is first shown; a failed load is tried again at the next visit. */
  load?: () => Promise<ReactNode>;
  /** Without one the children are shown. */
  element?: ReactNode;
  /** Shown in place of the route and its children when one of them fails. */
  errorElement?: ReactNode;
  children?: AppRoute[];
};

/** Calls `run` for the route with this id. */
export function withRoute(routes: readonly AppRoute[], id: string, run: (route: AppRoute) => void): void {
  for (const route of routes) {
    if (route.id === id) run(route);
    withRoute(route.children ?? [], id, run);
  }
}
