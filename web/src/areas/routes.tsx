import { Fragment } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { isPageAllowed, menuRoutes, type MenuEnvironment, type MenuRoute } from '@kaike/shared/domain/menu-access';
import { pages } from '@kaike/shared/resources/pages';
import type { WordingGroup } from '@kaike/shared/locales/groups';
import { loadConfig } from '../app/config.ts';
import { loadChunk, loadPage } from '../app/load-chunk.ts';
import { loadMenu } from '../app/menu.ts';
import { isLoggedIn, loadUser, type User } from '../app/session.ts';
import { loadWording } from '../app/wording.ts';
import { adminPages } from './admin/pages.ts';
import { AreaError, Forbidden, NotFound, PageError, ServerError, Maintenance } from './shared/error-pages.tsx';
import { homePages } from './home/pages.ts';
import { OpenLayout } from './open/open-layout.tsx';
import { openPages } from './open/pages.ts';
import { componentOf, pageLoader } from './page-modules.ts';

type AreaName = 'open' | 'home' | 'admin';

const layouts = {
  // Small, and what most first visits need: not worth a request of its own.
  open: async () => OpenLayout,
  home: async () => (await import('./home/home-layout.tsx')).HomeLayout,
  admin: async () => (await import('./admin/admin-layout.tsx')).AdminLayout,
};

const queryProvider = async () => (await import('../app/query-provider.tsx')).QueryProvider;

const generated = {
  list: async () => (await import('../kit/resource-list.page.tsx')).ResourceListPage,
  edit: async () => (await import('../kit/resource-edit.page.tsx')).ResourceEditPage,
};

/** The four error pages and the catch-all of an area; they need neither menu nor login. */
const errorRoutes = (area: AreaName): RouteObject[] => [
  { path: `/${area}/403`, element: <Forbidden /> },
  { path: `/${area}/404`, element: <NotFound /> },
  { path: `/${area}/500`, element: <ServerError /> },
  { path: `/${area}/503`, element: <Maintenance /> },
  { path: `/${area}/*`, element: <NotFound /> },
];

const here = (request: Request): string => {
  const url = new URL(request.url);
  return url.pathname + url.search;
};

const beforeActivation = new Set(pages.filter((page) => page.before_activation).map((page) => page.url));

async function guardHome(request: Request, path: string): Promise<Response | null> {
  const user = await loadUser();
  if (!isLoggedIn(user)) return redirect(`/open/login?back_url=${encodeURIComponent(here(request))}`);
  if (!user.member) return redirect(user.admin ? '/admin/index' : '/open/index');
  return user.member.is_activated || beforeActivation.has(path) ? null : redirect('/home/cards/use-card');
}

async function guardAdmin(request: Request, path: string): Promise<Response | null> {
  const user = await loadUser();
  if (!isLoggedIn(user)) return redirect(`/open/login?back_url=${encodeURIComponent(here(request))}`);
  if (!user.admin) return redirect('/home/index');
  if (user.must_change_password && path !== '/admin/personage/password') return redirect('/admin/personage/password');
  return null;
}

const guards: Record<AreaName, (request: Request, path: string) => Promise<Response | null>> = {
  open: async () => null,
  home: guardHome,
  admin: guardAdmin,
};

function pageRoute(area: AreaName, given: { path: string; load: () => Promise<React.ComponentType>; menus?: boolean }): RouteObject {
  return {
    path: given.path,
    lazy: async () => ({ Component: await given.load() }),
    loader: async ({ request }: LoaderFunctionArgs) => {
      const stopped = await guards[area](request, given.path);
      if (stopped) return stopped;
      // No denial before the menu has loaded (specification, section 4).
      if (given.menus && !isPageAllowed(new URL(request.url).pathname, await loadMenu())) throw new Response(null, { status: 403 });
      return null;
    },
  };
}

const ownPages: Record<AreaName, Record<string, string>> = { open: openPages, home: homePages, admin: adminPages };

function loaderFor(area: AreaName, route: Pick<MenuRoute, 'path' | 'page'>): (() => Promise<React.ComponentType>) | null {
  const file = ownPages[area][route.path];
  const load = file ? pageLoader(file) : null;
  if (load) return async () => componentOf(await loadPage(load));
  if (area !== 'admin' || route.page === 'single') return null;
  return () => loadChunk(route.page === 'list' ? generated.list : generated.edit);
}

/** Routes of an area from the menu, each with its alias. */
async function areaRoutes(area: AreaName): Promise<RouteObject[]> {
  const [menus, config] = await Promise.all([loadMenu(), loadConfig()]);
  return menuRoutes(menus, config.env as MenuEnvironment)[area].flatMap((route) => {
    const load = loaderFor(area, route);
    if (!load) return [];
    return [route.path, ...(route.alias ? [route.alias] : [])].map((path) => pageRoute(area, { path, load, menus: true }));
  });
}

/** Where the pages of an area hang; its menu adds to it. */
const pagesOf = (area: AreaName): string => `${area}-pages`;

/** The boundaries are routes of their own: the router shows no error element of a route whose own `lazy` has failed. None has a path, or the area's root would end there. */
function areaRoute(area: AreaName, group: WordingGroup, children: RouteObject[]): RouteObject {
  const layout: RouteObject = {
    id: area, hydrateFallbackElement: <div className="splash" role="status" />,
    lazy: async () => {
      const [Layout, Provider] = await Promise.all([loadChunk(layouts[area]), area === 'open' ? Fragment : loadChunk(queryProvider), loadWording(group)]);
      return { element: <Provider><Layout /></Provider> };
    },
    children: [{ id: pagesOf(area), errorElement: <PageError />, children: [...children, ...errorRoutes(area)] }],
  };
  return { errorElement: <AreaError />, children: [layout] };
}

const openRoutes = Object.entries(openPages).flatMap(([path, file]) => {
  const load = pageLoader(file);
  if (!load) return [];
  const route = (at: string): RouteObject => pageRoute('open', { path: at, load: async () => componentOf(await loadPage(load)) });
  return path === '/open/index' ? [route(path), route('/open')] : [route(path)];
});

/** The tree the router starts with: open pages are known, the other areas are filled from the menu when first visited. */
export function startRoutes(): RouteObject[] {
  return [
    { path: '/', loader: () => redirect('/open/login'), errorElement: <AreaError /> },
    areaRoute('open', 'open', openRoutes),
    areaRoute('home', 'home', []),
    areaRoute('admin', 'admin', []),
    { path: '*', loader: () => redirect('/open/404') },
  ];
}

const patched = new Map<AreaName, Promise<RouteObject[]>>();
const filled = new Set<AreaName>();

/** Where somebody belongs who has no pages in this area: who is no learner, or no administrator. */
function ownArea(area: AreaName, user: User): string | null {
  if (area === 'admin') return user.admin ? null : '/home/index';
  return user.member ? null : user.admin ? '/admin/index' : '/open/index';
}

/** Fills an area with its routes the first time a path below it is asked for. */
export async function patchArea(path: string, patch: (id: string | null, routes: RouteObject[]) => void): Promise<void> {
  const area = path.split('/')[1];
  if ((area !== 'home' && area !== 'admin') || filled.has(area) || /\/(403|404|500|503)$/.test(path)) return;
  // A visitor without a session is sent to log in; asking for the menu would tell nothing.
  const user = await loadUser();
  if (!isLoggedIn(user)) {
    // This very path: a splat would come after the area's own catch-all.
    patch(pagesOf(area), [{ path, loader: ({ request }: LoaderFunctionArgs) => redirect(`/open/login?back_url=${encodeURIComponent(here(request))}`) }]);
    return;
  }
  const own = ownArea(area, user);
  if (own) {
    patch(pagesOf(area), [{ path, loader: () => redirect(own) }]);
    return;
  }
  const routes = patched.get(area) ?? areaRoutes(area);
  patched.set(area, routes);
  try {
    const ready = await routes;
    if (filled.has(area)) return;
    filled.add(area);
    patch(pagesOf(area), ready);
  } catch (error) {
    patched.delete(area);
    throw error;
  }
}
