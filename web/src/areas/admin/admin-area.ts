import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { pages } from 'virtual:pages/admin';

/** The back office. Listed here, not in the entry, so that no visitor loads the names of its chunks. */

export { pages };

export const loadLayout = async () => (await import('./admin-layout.tsx')).AdminLayout;

/** The pages of every resource. */
export const generatedPages = {
  list: async () => (await import('../../kit/resource-list.page.tsx')).ResourceListPage,
  edit: async () => (await import('../../kit/resource-edit.page.tsx')).ResourceEditPage,
};

const refuse = (status: 403 | 404): never => {
  throw new Response(null, { status });
};

async function refuseUnlessUnknown(page: string | undefined): Promise<never> {
  const { resources } = await import('@kaike/shared/resources/index');
  return refuse(resources.some(({ name }) => name === page || name === page?.replaceAll('_', '-')) ? 403 : 404);
}

/** A path spelled with underscores redirects to the page open to this user. An existing path outside their menu gives 403, an unknown one 404. */
export function extraRoutes(allowed: readonly RouteObject[]): RouteObject[] {
  const open = new Set(allowed.map(({ path }) => path));
  const handWritten = Object.keys(pages)
    .filter((path) => !open.has(path))
    .map((path): RouteObject => ({ path, loader: () => refuse(403) }));
  const list = ({ params: { page = '' }, request }: LoaderFunctionArgs): Response | Promise<never> => {
    const hyphened = `/admin/${page.replaceAll('_', '-')}`;
    return open.has(hyphened) ? redirect(hyphened + new URL(request.url).search) : refuseUnlessUnknown(page);
  };
  return [
    ...handWritten,
    { path: '/admin/:page', loader: list },
    { path: '/admin/:page/:id', loader: ({ params }) => refuseUnlessUnknown(params['page']) },
  ];
}
