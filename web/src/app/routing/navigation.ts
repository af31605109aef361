import { NavigationType, type Location, type Navigator, type To } from 'react-router';
import { addressOf, currentLocation, currentPosition, locationOf, writeEntry } from './browser-history.ts';
import { askToLeave } from './leave-guards.ts';
import { openRoute, type RouteFailure } from './open-route.ts';
import { withRoute, type AppRoute } from './route.ts';

/** What is on the screen. */
export type VisiblePage = { location: Location; type: NavigationType; failure: RouteFailure | null };

/** Adds routes below the one with this id. */
export type Patch = (id: string, routes: AppRoute[]) => void;

export type Navigation = {
  routes: AppRoute[];
  /** Null until the first page has loaded. */
  shown: () => VisiblePage | null;
  /** Follows the browser's back and forward while somebody listens. */
  subscribe: (listener: () => void) => () => void;
  navigate: (to: To, options?: { replace?: boolean; state?: unknown }) => void;
  navigator: Navigator;
};

const isHashOnly = (from: Location | undefined, to: Location): boolean =>
  from !== undefined && from.pathname === to.pathname && from.search === to.search && from.hash !== to.hash;

/**
 * The address bar and the page that belongs to it. A page replaces the one before when its guards have let it pass and it has
 * loaded; a later navigation overtakes one that is still loading. `fill` adds routes that are not known at the start.
 */
export function createNavigation(
  routes: AppRoute[],
  fill: (path: string, patch: Patch) => Promise<void> = async () => undefined,
): Navigation {
  let shown: VisiblePage | null = null;
  let latest = 0;
  let position = currentPosition() ?? 0;
  /** What to do if the user agrees to leave; null while nobody is asked. */
  let leaving: (() => void) | null = null;
  /** The next move of the browser is our own: back to where the user is asked, or on. */
  let ownMove: 'back' | 'on' | null = null;
  const listeners = new Set<() => void>();

  const patch: Patch = (id, added) =>
    withRoute(routes, id, (route) => {
      route.children = [...(route.children ?? []), ...added];
    });

  /** Gives the first entry its place. */
  function mark(): void {
    if (currentPosition() === undefined)
      history.replaceState({ ...(history.state as object | null), idx: position }, '');
  }

  function show(location: Location, type: NavigationType, failure: RouteFailure | null): void {
    if (type === NavigationType.Push) {
      mark();
      position += 1;
    }
    if (type !== NavigationType.Pop)
      writeEntry(type === NavigationType.Push ? 'pushState' : 'replaceState', location, position);
    shown = { location, type, failure };
    for (const listener of listeners) listener();
  }

  async function visit(location: Location, type: NavigationType): Promise<void> {
    latest += 1;
    const own = latest;
    if (shown && isHashOnly(shown.location, location)) return show(location, type, shown.failure);
    const { redirect, failure } = await openRoute(routes, location, (path) => fill(path, patch));
    if (own !== latest) return undefined;
    if (redirect === null) return show(location, type, failure);
    // Going back, the browser has moved already.
    return visit(locationOf(redirect, null), type === NavigationType.Push ? type : NavigationType.Replace);
  }

  /** Leaves the page unless the user has to be asked; `stay` undoes what the browser did already, `leave` is done after a yes. */
  function attempt(to: Location, proceed: () => void, stay = (): void => undefined, leave = proceed): void {
    const answer = leaving === null && shown ? askToLeave(shown.location, to) : false;
    if (leaving === null && !answer) return proceed();
    leaving = leave;
    stay();
    if (answer)
      void answer.then((isLeaving) => {
        const leaveNow = leaving;
        leaving = null;
        if (isLeaving) leaveNow?.();
      });
  }

  function move(to: To, state: unknown, type: NavigationType): void {
    const location = locationOf(to, state ?? null);
    attempt(location, () => void visit(location, type));
  }

  function follow(): void {
    const [from, to, own] = [position, currentPosition() ?? position, ownMove];
    [position, ownMove] = [to, null];
    if (own === 'back') return;
    const location = currentLocation();
    const proceed = (): void => void visit(location, NavigationType.Pop);
    if (own === 'on' || to === from) return proceed();
    const go = (kind: 'back' | 'on', delta: number) => (): void => {
      ownMove = kind;
      history.go(delta);
    };
    attempt(location, proceed, go('back', from - to), go('on', to - from));
  }

  // Writing history costs a slow phone 50 ms, which nothing shown waits for.
  if (document.readyState === 'complete') mark();
  else addEventListener('load', mark, { once: true });
  void visit(currentLocation(), NavigationType.Pop);

  return {
    routes,
    shown: () => shown,
    subscribe(listener) {
      window.addEventListener('popstate', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('popstate', follow);
      };
    },
    navigate: (to, { replace = false, state } = {}) =>
      move(to, state, replace ? NavigationType.Replace : NavigationType.Push),
    navigator: {
      createHref: addressOf,
      go: (delta) => history.go(delta),
      push: (to, state) => move(to, state, NavigationType.Push),
      replace: (to, state) => move(to, state, NavigationType.Replace),
    },
  };
}
