import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type Ref,
} from 'react';
import type { Location, NavigateOptions, NavigationType as Type, Navigator, Path, To } from 'react-router';

/**
 * What the app uses of react-router, in a fifth of its size: the build takes this instead (vite.config.ts), tests and types
 * take the package, and `react-router.test.tsx` demands the same of both. An export that is missing here fails the build.
 */

export const NavigationType = { Pop: 'POP', Push: 'PUSH', Replace: 'REPLACE' };

type Params = Readonly<Record<string, string | undefined>>;
type Route = { path?: string; element?: ReactNode; children?: Route[] };
type Match = { route: Route; params: Params };

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
const withMark = (mark: string, text: string): string =>
  text === '' || text === mark ? '' : mark + text.replace(mark, '');

export const createPath = ({ pathname = '/', search = '', hash = '' }: Partial<Path>): string =>
  pathname + withMark('?', search) + withMark('#', hash);

function parse(to: To): Partial<Path> {
  if (typeof to !== 'string') return to;
  const [, pathname = '', search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { pathname, search, hash };
}

/** The address that `to` means on the page at `from`. */
function resolve(to: To, from: string): Path {
  const { pathname = '', search = '', hash = '' } = parse(to);
  const path =
    pathname === '' || pathname.startsWith('/') ? pathname || from : new URL(pathname, `http://a${from}/`).pathname;
  return { pathname: path, search: withMark('?', search), hash: withMark('#', hash) };
}

type Branch = { pattern: readonly string[]; rank: number; routes: readonly Route[] };

const weights = { fixed: 10, parameter: 3, any: -2 };
const weightOf = (segment: string): number =>
  segment === '*' ? weights.any : segment.startsWith(':') ? weights.parameter : weights.fixed;
/** Fixed segments before parameters before `*`; of two with the same, the first one wins. */
const rankOf = (pattern: readonly string[]): number =>
  pattern.reduce((total, segment) => total + 1 + weightOf(segment), 0);

/** Every path of the routes, with the routes around it. */
function branchesOf(routes: readonly Route[], parents: readonly Route[] = [], parentPath = ''): Branch[] {
  return routes.flatMap((route) => {
    const { path = '', children = [] } = route;
    const full = path.startsWith('/') ? path : `${parentPath}/${path}`;
    const around = [...parents, route];
    const inner = branchesOf(children, around, full);
    if (path === '') return inner;
    const pattern = segmentsOf(full);
    return [...inner, { pattern, rank: rankOf(pattern), routes: around }];
  });
}

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

function paramsOf(pattern: readonly string[], segments: readonly string[]): Params | null {
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    if (part === '*') return { ...params, '*': segments.slice(index).join('/') };
    const segment = segments[index];
    if (segment === undefined) return null;
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part.toLowerCase() !== segment.toLowerCase()) return null;
  }
  return pattern.length === segments.length ? params : null;
}

export function matchRoutes(routes: readonly Route[], location: string | Partial<Path>): Match[] | null {
  const segments = segmentsOf(parse(location).pathname ?? '/').map(decode);
  for (const { pattern, routes: matched } of branchesOf(routes).toSorted((a, b) => b.rank - a.rank)) {
    const params = paramsOf(pattern, segments);
    if (params) return matched.map((route) => ({ route, params }));
  }
  return null;
}

type RouterState = { location: Location; navigationType: Type; navigator: Navigator };

const PlaceContext = createContext<RouterState | null>(null);
const RouteContext = createContext<{ outlet: ReactNode; params: Params }>({ outlet: null, params: {} });

function usePlace(): RouterState {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('outside of the router');
  return place;
}

export function Router({ location, navigationType, navigator, children }: RouterState & { children: ReactNode }) {
  const place = useMemo(() => ({ location, navigationType, navigator }), [location, navigationType, navigator]);
  return <PlaceContext.Provider value={place}>{children}</PlaceContext.Provider>;
}

/** The elements of the routes at the current place, each inside the one before. */
export function useRoutes(routes: readonly Route[]): ReactNode {
  const matches = matchRoutes(routes, usePlace().location) ?? [];
  return matches.reduceRight<ReactNode>(
    (outlet, { route, params }) => (
      <RouteContext.Provider value={{ outlet, params }}>{route.element ?? outlet}</RouteContext.Provider>
    ),
    null,
  );
}

export const Outlet = (): ReactNode => useContext(RouteContext).outlet;
export const useParams = (): Params => useContext(RouteContext).params;
export const useLocation = (): Location => usePlace().location;
export const useNavigationType = (): Type => usePlace().navigationType;

type Navigate = (to: To | number, options?: NavigateOptions) => void;

export function useNavigate(): Navigate {
  const { navigator, location } = usePlace();
  const { pathname } = location;
  return useCallback(
    (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') navigator.go(to);
      else navigator[replace ? 'replace' : 'push'](resolve(to, pathname), state);
    },
    [navigator, pathname],
  );
}

export const useHref = (to: To): string => createPath(resolve(to, useLocation().pathname));

export function Navigate({ to, replace = false, state }: { to: To; replace?: boolean; state?: unknown }): null {
  const navigate = useNavigate();
  const address = useHref(to);
  useEffect(() => navigate(address, { replace, state }), [navigate, address, replace, state]);
  return null;
}

type Init = string | URLSearchParams | Readonly<Record<string, string | readonly string[]>>;

function searchOf(init: Init): URLSearchParams {
  if (typeof init === 'string' || init instanceof URLSearchParams) return new URLSearchParams(init);
  const pairs = Object.entries(init).flatMap(([key, value]) => [value].flat().map((one) => [key, one as string]));
  return new URLSearchParams(pairs);
}

type SetSearch = (next: Init | ((before: URLSearchParams) => Init), options?: NavigateOptions) => void;

export function useSearchParams(): [URLSearchParams, SetSearch] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const set = useCallback<SetSearch>(
    (next, options) =>
      navigate(`?${searchOf(typeof next === 'function' ? next(new URLSearchParams(params)) : next)}`, options),
    [navigate, params],
  );
  return [params, set];
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  to: To;
  replace?: boolean;
  state?: unknown;
  ref?: Ref<HTMLAnchorElement>;
};

const isElsewhere = (to: To): boolean => typeof to === 'string' && /^(?:[a-z][\w+.-]*:|\/\/)/i.test(to);
/** Others are the browser's: a new tab, a download. */
const isPlainClick = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !altKey && !ctrlKey && !shiftKey;

export function Link({ to, replace, state, onClick, target, children, ...props }: LinkProps) {
  const navigate = useNavigate();
  const current = createPath(useLocation());
  const isOutside = isElsewhere(to);
  const address = useHref(isOutside ? '' : to);
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || isOutside || !isPlainClick(event) || (target && target !== '_self')) return;
    event.preventDefault();
    navigate(address, { replace: replace ?? address === current, state });
  }
  return (
    <a {...props} target={target} href={isOutside ? (to as string) : address} onClick={follow}>
      {children}
    </a>
  );
}

/** A link that says whether it leads to the current page or one above it. */
export function NavLink(props: LinkProps) {
  const { pathname } = useLocation();
  const path = resolve(props.to, pathname).pathname;
  const isCurrent = pathname === path || pathname.startsWith(path === '/' ? '//' : `${path}/`);
  return <Link {...props} aria-current={isCurrent ? 'page' : undefined} />;
}
