import { pages } from 'virtual:pages/admin';
import type { RouteObject } from 'react-router';
import { pageRoute, type Visit } from '../page-route.tsx';

/** The back office. Listed here, not in the entry, so that no visitor loads the names of its chunks. */

/** What the menu opens. */
export { isPageAllowed, menuRoutes } from '@kaike/shared/domain/office/menu-access';
export { pages };
export const loadLayout = () => import('./admin-layout.tsx');

/** The pages of every resource. */
export const generatedPages = {
  list: () => import('../../kit/resource-list.page.tsx'),
  edit: () => import('../../kit/resource-edit.page.tsx'),
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
    .map((path) => pageRoute(path, () => refuse(403)));
  const list = ({ params: { page = '' }, url }: Visit): string | Promise<never> => {
    const hyphened = `/admin/${page.replaceAll('_', '-')}`;
    return open.has(hyphened) ? hyphened + url.search : refuseUnlessUnknown(page);
  };
  return [
    ...handWritten,
    pageRoute('/admin/:page', list),
    pageRoute('/admin/:page/:id', ({ params }) => refuseUnlessUnknown(params['page'])),
  ];
}
