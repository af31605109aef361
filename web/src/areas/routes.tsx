import { Fragment } from 'react';
import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { isBelow } from '@kaike/shared/domain/site/closed-pages';
import type { MenuEnvironment, MenuRoute } from '@kaike/shared/domain/menu-access';
import type { WordingGroup } from '@kaike/shared/locales/groups';
import { areaOf } from '../api/area-of.ts';
import { readCookie } from '../api/cookies.ts';
import { loadConfig } from '../app/config.ts';
import { loadChunk, loadPage } from '../app/load-chunk.ts';
import { loadMenu } from '../app/menu.ts';
import { loadUserOrThrow, isLoggedIn, type User } from '../app/session.ts';
import { loadWording } from '../app/wording.ts';
import { safeBackUrl } from './back-url.ts';
import { AreaError, Forbidden, NotFound, PageError, ServerError, Maintenance } from './shared/error-pages.tsx';
import { OpenLayout } from './open/open-layout.tsx';
import { openPages } from './open/pages.ts';
import { componentOf, pageLoader } from './page-modules.ts';

type AreaName = 'open' | 'home' | 'admin';

/** The other areas start with the list of their chunks, which no visitor needs. */
const homeArea = () => import('./home/home-chunks.ts');
const siteArea = () => import('./open/site-chunks.ts');
const adminArea = () => import('./admin/admin-chunks.ts');

const layouts = {
  // Small, and what most first visits need: not worth a request of its own.
  open: async () => OpenLayout,
  home: async () => (await homeArea()).loadHomeLayout(),
  admin: async () => (await adminArea()).adminChunks.layout(),
};

const queryProvider = async () => (await homeArea()).loadQueryProvider();

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

/** Redirects logged-in users away from the login form. */
async function leaveLogin(request: Request): Promise<Response | null> {
  const user = readCookie('Authorization') === null ? null : await loadUserOrThrow();
  return isLoggedIn(user)
    ? redirect(
        safeBackUrl(new URL(request.url).searchParams.get('back_url'), user.admin ? '/admin/index' : '/home/index'),
      )
    : null;
}

/** Public pages load without the menu; the config lists those that are switched off. */
async function guardOpen(request: Request, path: string): Promise<Response | null> {
  const config = await loadConfig().catch(() => null); // On failure the page itself reports what is wrong.
  if (config && isBelow(path, config.closed_pages ?? [])) throw new Response(null, { status: 403 });
  return path === '/open/login' ? leaveLogin(request) : null;
}

/** Where to send a user who has no pages in this area: no member, or no administrator. Null when they belong here. */
function ownArea(area: AreaName, user: User): string | null {
  if (area === 'admin') return user.admin ? null : '/home/index';
  return user.member ? null : user.admin ? '/admin/index' : '/open/index';
}

/** Guards pages behind the login; required steps come first, one after the other. */
async function guardOwn(area: AreaName, request: Request, path: string): Promise<Response | null> {
  const user = await loadUserOrThrow();
  if (!isLoggedIn(user)) return redirect(`/open/login?back_url=${encodeURIComponent(here(request))}`);
  const first = user.must_change_password ? 'password' : user.must_enrol && area === 'admin' ? 'second-factor' : null;
  const target = ownArea(area, user) ?? (first ? `/${area}/personage/${first}` : path);
  return target === path ? null : redirect(target);
}

async function isAllowed(path: string): Promise<boolean> {
  const [{ isPageAllowed }, menus] = await Promise.all([loadChunk(homeArea), loadMenu()]);
  return isPageAllowed(path, menus);
}

function pageRoute(
  area: AreaName,
  page: { path: string; load: () => Promise<React.ComponentType>; menus?: boolean },
): RouteObject {
  return {
    path: page.path,
    lazy: async () => ({ Component: await page.load() }),
    loader: async ({ request }: LoaderFunctionArgs) => {
      const stopped = await (area === 'open' ? guardOpen(request, page.path) : guardOwn(area, request, page.path));
      if (stopped) return stopped;
      // No denial before the menu has loaded (specification, section 4).
      if (page.menus && !(await isAllowed(new URL(request.url).pathname))) throw new Response(null, { status: 403 });
      return null;
    },
  };
}

type PageLoader = (path: string) => ReturnType<typeof pageLoader>;

function openPageLoader(path: string): ReturnType<PageLoader> {
  const file = openPages[path];
  if (!file) return null;
  return (
    pageLoader(file) ??
    (async () => {
      const load = file.startsWith('site/')
        ? (await siteArea()).sitePageLoader(file)
        : (await homeArea()).featurePageLoader(file);
      if (!load) throw new Error(`no page module ${file}`);
      return load();
    })
  );
}

/** The hand-written pages of an area by their path. */
const ownPages: Record<AreaName, () => Promise<PageLoader>> = {
  open: async () => openPageLoader,
  home: () => loadChunk(async () => (await homeArea()).homePageLoader),
  admin: () => loadChunk(async () => (await adminArea()).adminPageLoader),
};

function loaderFor(
  area: AreaName,
  route: Pick<MenuRoute, 'path' | 'page'>,
  ownPage: PageLoader,
): (() => Promise<React.ComponentType>) | null {
  const load = ownPage(route.path);
  if (load) return async () => componentOf(await loadPage(load));
  if (area !== 'admin' || route.page === 'single') return null;
  const kind = route.page === 'list' ? 'list' : 'edit';
  return () => loadChunk(async () => (await adminArea()).adminChunks[kind]());
}

/** Routes of an area from the menu, each with its alias. */
async function areaRoutes(area: AreaName): Promise<RouteObject[]> {
  const [menus, config, ownPage, { menuRoutes }] = await Promise.all([
    loadMenu(),
    loadConfig(),
    ownPages[area](),
    loadChunk(homeArea),
  ]);
  const routes = menuRoutes(menus, config.env as MenuEnvironment)[area].flatMap((route) => {
    const load = loaderFor(area, route, ownPage);
    if (!load) return [];
    return [route.path, ...(route.alias ? [route.alias] : [])].map((path) =>
      pageRoute(area, { path, load, menus: true }),
    );
  });
  return area === 'admin' ? [...routes, ...(await adminArea()).extraRoutes(routes)] : routes;
}

/** The id of the route that holds an area's pages; its menu adds to it. */
const pagesOf = (area: AreaName): string => `${area}-pages`;

/** The error boundaries are routes of their own: the router shows no error element of a route whose own `lazy` failed. They have no path, or the area's root would end there. */
function areaRoute(area: AreaName, group: WordingGroup, children: RouteObject[]): RouteObject {
  const layout: RouteObject = {
    id: area,
    hydrateFallbackElement: <div className="splash" role="status" />,
    lazy: async () => {
      const [Layout, Provider] = await Promise.all([
        loadChunk(layouts[area]),
        area === 'open' ? Fragment : loadChunk(queryProvider),
        loadWording(group),
      ]);
      return {
        element: (
          <Provider>
            <Layout />
          </Provider>
        ),
      };
    },
    children: [{ id: pagesOf(area), errorElement: <PageError />, children: [...children, ...errorRoutes(area)] }],
  };
  return { errorElement: <AreaError />, children: [layout] };
}

const openRoutes = Object.keys(openPages).flatMap((path) => {
  const load = openPageLoader(path);
  if (!load) return [];
  const route = (at: string): RouteObject =>
    pageRoute('open', { path: at, load: async () => componentOf(await loadPage(load)) });
  return path === '/open/index' ? [route(path), route('/open')] : [route(path)];
});

/** The tree the router starts with: open pages are known, the other areas are filled from the menu on their first visit. */
export function startRoutes(): RouteObject[] {
  return [
    // A user with a session is sent to their own pages; an ended session leads back to the login.
    {
      path: '/',
      loader: () => redirect(readCookie('Authorization') ? '/home/index' : '/open/login'),
      errorElement: <AreaError />,
    },
    // A URL of no area is kept, so that it can be corrected, and shows the site's 404 page.
    areaRoute('open', 'open', [...openRoutes, { path: '*', element: <NotFound /> }]),
    areaRoute('home', 'home', []),
    areaRoute('admin', 'admin', []),
  ];
}

const patched = new Map<AreaName, Promise<RouteObject[]>>();
const filled = new Set<AreaName>();

type Patch = (id: string | null, routes: RouteObject[]) => void;

async function fillArea(area: 'home' | 'admin', path: string, patch: Patch): Promise<void> {
  // A visitor without a session is sent to log in; the menu would be empty.
  const user = await loadUserOrThrow();
  if (!isLoggedIn(user)) {
    // Exactly this path: a splat would rank after the area's own catch-all.
    patch(pagesOf(area), [
      {
        path,
        loader: ({ request }: LoaderFunctionArgs) =>
          redirect(`/open/login?back_url=${encodeURIComponent(here(request))}`),
      },
    ]);
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

/** Fills an area with its routes the first time a path below it is requested. A failure is shown by the page itself, in the area's layout. */
export async function patchArea(path: string, patch: Patch): Promise<void> {
  const area = areaOf(path);
  if (area === 'open' || filled.has(area) || /\/(403|404|500|503)$/.test(path)) return;
  try {
    await fillArea(area, path, patch);
  } catch (error) {
    // The router shows nothing at all for an error thrown here; the page reports it and can be reloaded.
    patch(pagesOf(area), [
      {
        path,
        loader: () => {
          throw error;
        },
      },
    ]);
  }
}
