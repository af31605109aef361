import type { ComponentType } from 'react';
import { redirect, useLoaderData, type RouteObject } from 'react-router';

/** The address a page is about to be shown at. */
export type Visit = { url: URL; params: Readonly<Record<string, string | undefined>> };
/** Where to go instead, or null to stay; it throws what the error element shows. */
export type Guard = (visit: Visit) => string | null | Promise<string | null>;
type Loaded = { Page: ComponentType };

function LoadedPage() {
  const { Page } = useLoaderData<Loaded>();
  return <Page />;
}

/**
 * A page at a path, which loads while its guard is asked. A loader, not `lazy`: the router keeps what `lazy` ended with, and a
 * page that did not load offline is loaded anew at the next visit.
 */
export function pageRoute(path: string, guard: Guard, load?: () => Promise<ComponentType>): RouteObject {
  return {
    path,
    loader: async ({ request, params }) => {
      const loading = load?.();
      // The guard's answer comes first.
      loading?.catch(() => undefined);
      const target = await guard({ url: new URL(request.url), params });
      if (target !== null) return redirect(target);
      return loading ? { Page: await loading } : null;
    },
    ...(load ? { Component: LoadedPage } : {}),
  };
}

/** What stands around pages; it loads once. */
export function layoutRoute(id: string, load: () => Promise<ComponentType>, children: RouteObject[]): RouteObject {
  return {
    id,
    loader: async () => ({ Page: await load() }),
    shouldRevalidate: () => false,
    Component: LoadedPage,
    children,
  };
}
