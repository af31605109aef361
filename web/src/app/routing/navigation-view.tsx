import {
  Component,
  createContext,
  startTransition,
  useContext,
  useLayoutEffect,
  useState,
  type ErrorInfo,
  type ReactNode,
} from 'react';
import { flushSync } from 'react-dom';
import { Outlet, Router, useRoutes, type RouteObject } from 'react-router';
import { coverMotion } from '../../ui/cover/lazy-illustration.ts';
import type { Navigation, VisiblePage } from './navigation.ts';
import type { AppRoute } from './route.ts';

const ShownContext = createContext<VisiblePage | null>(null);
const ErrorContext = createContext<unknown>(undefined);

/** What the route of this error element ended with. */
export const useRouteFailure = (): unknown => useContext(ErrorContext);

type BoundaryProps = { shown: VisiblePage | null; route: AppRoute; children: ReactNode };
type BoundaryState = { thrown: { error: unknown } | null; at: VisiblePage['location'] | undefined };

/** Shows the error element for what failed to load, and for what fails while it is drawn until the next navigation. */
class RouteBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { thrown: null, at: this.props.shown?.location };
  static getDerivedStateFromError = (error: unknown): Partial<BoundaryState> => ({ thrown: { error } });
  static getDerivedStateFromProps({ shown }: BoundaryProps, { at }: BoundaryState): BoundaryState | null {
    return shown?.location === at ? null : { thrown: null, at: shown?.location };
  }
  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }
  override render(): ReactNode {
    const { shown, route, children } = this.props;
    const failure = shown?.failure?.shown_by === route ? shown.failure : this.state.thrown;
    return failure ? (
      <ErrorContext.Provider value={failure.error}>{route.errorElement}</ErrorContext.Provider>
    ) : (
      children
    );
  }
}

function RouteFrame({ route }: { route: AppRoute }) {
  const shown = useContext(ShownContext);
  const content = route.element ?? <Outlet />;
  if (!route.errorElement) return content;
  return (
    <RouteBoundary shown={shown} route={route}>
      {content}
    </RouteBoundary>
  );
}

const toElements = (routes: readonly AppRoute[]): RouteObject[] =>
  routes.map((route) => ({
    ...(route.path === undefined ? {} : { path: route.path }),
    element: <RouteFrame route={route} />,
    children: toElements(route.children ?? []),
  }));

const Pages = ({ routes }: { routes: AppRoute[] }) => useRoutes(toElements(routes));

/** The page of a navigation; `waiting` until the first one has loaded. */
export function NavigationView({ navigation, waiting }: { navigation: Navigation; waiting: ReactNode }) {
  const [shown, setShown] = useState(navigation.shown);
  useLayoutEffect(() => {
    const show = (): void => setShown(navigation.shown());
    const update = (): void => {
      const path = navigation.shown()?.location.pathname;
      if (path === undefined || !coverMotion.turnPage(path, () => flushSync(show))) startTransition(show);
    };
    update();
    return navigation.subscribe(update);
  }, [navigation]);
  if (!shown) return waiting;
  return (
    <Router location={shown.location} navigationType={shown.type} navigator={navigation.navigator}>
      <ShownContext.Provider value={shown}>
        <Pages routes={navigation.routes} />
      </ShownContext.Provider>
    </Router>
  );
}
