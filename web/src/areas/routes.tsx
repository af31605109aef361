import { pages as openPages } from 'virtual:pages/open';
import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router';
import { isBelow } from '@kaike/shared/domain/office/closed-pages';
import type { MenuEnvironment, MenuRoute } from '@kaike/shared/domain/office/menu-access';
import type { Area } from '@kaike/shared/kit/resource';
import { areaOf } from '../api/area-of.ts';
import { findCookie } from '../api/cookies.ts';
import { loadConfig } from '../app/config.ts';
import { loadChunk, loadPage } from '../app/loading/load-chunk.ts';
import { loadMenu } from '../app/menu.ts';
import { loadUserOrThrow, isLoggedIn, startOf, type User } from '../app/session.ts';
import { loadWording } from '../app/wording.ts';
import { safeBackUrl } from './back-url.ts';
import { AreaError, Forbidden, NotFound, PageError, ServerError, Maintenance } from './shared/error-pages.tsx';
import { OpenLayout } from './open/open-layout.tsx';
import { componentOf, type PageLoader } from './page-loader.ts';
import { layoutRoute, pageRoute } from './page-route.tsx';

/** The other areas start with the list of their chunks, which no visitor needs. */
const homeArea = () => import('./home/home-area.ts');
const adminArea = () => import('./admin/admin-area.ts');
type Pages = Readonly<Record<string, PageLoader>>;
/** Both know their pages, and what the menu opens. */
type OwnArea = Pick<Awaited<ReturnType<typeof homeArea>>, 'isPageAllowed' | 'menuRoutes'> & { pages: Pages };
const loadArea = (area: Area): Promise<OwnArea> => loadChunk<OwnArea>(area === 'admin' ? adminArea : homeArea);

const layouts: Record<Area, PageLoader> = {
  // Small, and what most first visits need: not worth a request of its own.
  open: async () => ({ OpenLayout }),
  home: async () => (await homeArea()).loadLayout(),
  admin: async () => (await adminArea()).loadLayout(),
};

/** The four error pages and the catch-all of an area; they need neither menu nor login. */
const errorRoutes = (area: Area): RouteObject[] => [
  { path: `/${area}/403`, element: <Forbidden /> },
  { path: `/${area}/404`, element: <NotFound /> },
  { path: `/${area}/500`, element: <ServerError /> },
  { path: `/${area}/503`, element: <Maintenance /> },
  { path: `/${area}/*`, element: <NotFound /> },
];

const loginAddress = ({ pathname, search }: URL): string =>
  `/open/login?back_url=${encodeURIComponent(pathname + search)}`;

/** Redirects logged-in users away from the login form. */
async function leaveLogin(url: URL): Promise<string | null> {
  const user = findCookie('Authorization') === null ? null : await loadUserOrThrow();
  return isLoggedIn(user) ? safeBackUrl(url.searchParams.get('back_url'), startOf(user)) : null;
}

/** Public pages load without the menu; the config lists those that are switched off. */
async function guardOpen(url: URL, path: string): Promise<string | null> {
  const config = await loadConfig().catch(() => null); // On failure the page itself reports what is wrong.
  if (config && isBelow(path, config.closed_pages ?? [])) throw new Response(null, { status: 403 });
  return path === '/open/login' ? leaveLogin(url) : null;
}

/** Where to send a user who has no pages in this area: no member, or no administrator. Null when they belong here. */
function ownArea(area: Area, user: User): string | null {
  if (area === 'admin') return user.admin ? null : '/home/index';
  return user.member ? null : user.admin ? startOf(user) : '/open/index';
}

/** Guards pages behind the login; required steps come first, one after the other. */
async function guardOwn(area: Area, url: URL, path: string): Promise<string | null> {
  const user = await loadUserOrThrow();
  if (!isLoggedIn(user)) return loginAddress(url);
  const first = user.must_change_password ? 'password' : user.must_enrol && area === 'admin' ? 'second-factor' : null;
  const target = ownArea(area, user) ?? (first ? `/${area}/personage/${first}` : path);
  return target === path ? null : target;
}

async function isAllowed(area: Area, path: string): Promise<boolean> {
  const [{ isPageAllowed }, menus] = await Promise.all([loadArea(area), loadMenu()]);
  return isPageAllowed(path, menus);
}

/** A page of an area behind the area's guard, and behind its menu if it has one. */
function areaPage(
  area: Area,
  { path, load, menus = false }: { path: string; load: () => Promise<React.ComponentType>; menus?: boolean },
): RouteObject {
  return pageRoute(
    path,
    async ({ url }) => {
      const target = await (area === 'open' ? guardOpen(url, path) : guardOwn(area, url, path));
      if (target !== null) return target;
      // No denial before the menu has loaded (specification, section 4).
      if (menus && !(await isAllowed(area, url.pathname))) throw new Response(null, { status: 403 });
      return null;
    },
    load,
  );
}

async function loadComponent(load: PageLoader | undefined): Promise<React.ComponentType> {
  if (!load) throw new Error('no such page');
  return componentOf(await loadPage(load));
}

function loaderFor(
  area: Area,
  route: Pick<MenuRoute, 'path' | 'page'>,
  pages: Pages,
): (() => Promise<React.ComponentType>) | null {
  const load = pages[route.path];
  if (load) return () => loadComponent(load);
  if (area !== 'admin' || route.page === 'single') return null;
  const kind = route.page === 'list' ? 'list' : 'edit';
  return () => loadComponent(async () => (await adminArea()).generatedPages[kind]());
}

/** Routes of an area from the menu, each with its alias. */
async function areaRoutes(area: 'home' | 'admin'): Promise<RouteObject[]> {
  const [menus, config, { pages, menuRoutes }] = await Promise.all([loadMenu(), loadConfig(), loadArea(area)]);
  const routes = menuRoutes(menus, config.env as MenuEnvironment)[area].flatMap((route) => {
    const load = loaderFor(area, route, pages);
    if (!load) return [];
    return [route.path, ...(route.alias ? [route.alias] : [])].map((path) =>
      areaPage(area, { path, load, menus: true }),
    );
  });
  return area === 'admin' ? [...routes, ...(await adminArea()).extraRoutes(routes)] : routes;
}

/** The id of the route that holds an area's pages; its menu adds to it. */
const pagesOf = (area: Area): string => `${area}-pages`;

/** The error boundaries have no path, or the area's root would end there. */
function areaRoute(area: Area, children: RouteObject[]): RouteObject {
  const load = async (): Promise<React.ComponentType> => {
    const [layout] = await Promise.all([loadChunk(layouts[area]), loadWording(area)]);
    return componentOf(layout);
  };
  const pages = { id: pagesOf(area), errorElement: <PageError />, children: [...children, ...errorRoutes(area)] };
  return { errorElement: <AreaError />, children: [layoutRoute(area, load, [pages])] };
}

const openRoutes = Object.entries(openPages).flatMap(([path, load]) => {
  const route = (at: string): RouteObject => areaPage('open', { path: at, load: () => loadComponent(load) });
  return path === '/open/index' ? [route(path), route('/open')] : [route(path)];
});

/** The tree the router starts with: open pages are known, the other areas are filled from the menu on their first visit. */
export function startRoutes(): RouteObject[] {
  return [
    // A user with a session is sent to their own pages; an ended session leads back to the login.
    {
      ...pageRoute('/', () => (findCookie('Authorization') ? '/home/index' : '/open/login')),
      errorElement: <AreaError />,
    },
    // A URL of no area is kept, so that it can be corrected, and shows the site's 404 page.
    areaRoute('open', [...openRoutes, { path: '*', element: <NotFound /> }]),
    areaRoute('home', []),
    areaRoute('admin', []),
  ];
}

type Patch = Parameters<PatchRoutesOnNavigationFunction>[0]['patch'];

const patched = new Map<Area, Promise<RouteObject[]>>();
const filled = new Set<Area>();

async function fillArea(area: 'home' | 'admin', path: string, patch: Patch): Promise<void> {
  // A visitor without a session is sent to log in; the menu would be empty.
  const user = await loadUserOrThrow();
  if (!isLoggedIn(user)) {
    // Exactly this path: a splat would rank after the area's own catch-all.
    patch(pagesOf(area), [pageRoute(path, ({ url }) => loginAddress(url))]);
    return;
  }
  const own = ownArea(area, user);
  if (own) {
    patch(pagesOf(area), [pageRoute(path, () => own)]);
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

/** Fills an area with its routes the first time a path below it is requested. A failure is shown by the page itself, in the area's layout. */
export async function patchArea(path: string, patch: Patch): Promise<void> {
  const area = areaOf(path);
  if (area === 'open' || filled.has(area) || /\/(403|404|500|503)$/.test(path)) return;
  try {
    await fillArea(area, path, patch);
  } catch (error) {
    // The router would show its own page for an error thrown here; the page reports it and can be reloaded.
    patch(pagesOf(area), [
      pageRoute(path, () => {
        throw error;
      }),
    ]);
  }
}
