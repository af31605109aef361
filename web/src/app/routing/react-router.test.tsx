import { act, fireEvent, render, screen } from '@testing-library/react';
import * as theirs from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as ours from './react-router.tsx';

/** The test's browser stays where it is. */
const stay = (event: Event): void => event.preventDefault();
beforeEach(() => window.addEventListener('click', stay));
afterEach(() => window.removeEventListener('click', stay));

// The build takes our module in place of the package: what pages use must do the same with either.

type Router = Pick<typeof theirs, keyof typeof ours>;
const routers: [string, Router][] = [
  ['the package', theirs],
  ['our module', ours as unknown as Router],
];

const routes = [
  { path: '/', element: 'root' },
  {
    children: [
      { path: '/courses/:id', element: 'course' },
      { path: '/courses/new', element: 'new' },
      { path: '/courses/:id/lessons/:lesson', element: 'lesson' },
      { path: '/open/*', element: 'none of open' },
      { path: '/open/index', element: 'site' },
      { path: '/open/:page', element: 'page' },
      { path: '/open/:other', element: 'second page' },
      { path: '/own', children: [{ path: 'inner', element: 'inner' }] },
    ],
  },
  { path: '*', element: 'none' },
];

it.each([
  '/',
  '/courses/7',
  '/courses/7/',
  '/Courses/NEW',
  '/courses/7/lessons/%E5%8F%A3%E8%AF%AD',
  '/courses/7/lessons/50%',
  '/courses',
  '/open/index?from=1',
  '/open/help',
  '/open/help/a/b',
  '/open',
  '/own/inner',
  '/elsewhere/1',
])('%s leads to the same routes', (address) => {
  const [expected, actual] = routers.map(([, { matchRoutes }]) =>
    matchRoutes(routes, address)?.map(({ route, params }) => ({ route, params })),
  );
  expect(actual).toEqual(expected);
  expect(actual).not.toHaveLength(0);
});

describe.each(routers)('%s', (_name, router) => {
  const { createPath, Link, NavLink, Navigate, Outlet, useHref, useLocation, useNavigate, useParams, useSearchParams } =
    router;

  function open(address: string, element: React.ReactNode) {
    const { pathname, search, hash } = new URL(address, 'http://school.test');
    const navigator = {
      createHref: (to: theirs.To) => createPath(to as theirs.Path),
      go: vi.fn<theirs.Navigator['go']>(),
      push: vi.fn<theirs.Navigator['push']>(),
      replace: vi.fn<theirs.Navigator['replace']>(),
    };
    const Pages = () => router.useRoutes([{ element: <Outlet />, children: [{ path: '/courses/:id', element }] }]);
    const location = { pathname, search, hash, state: null, key: 'k' };
    render(
      <router.Router location={location} navigationType={router.NavigationType.Pop} navigator={navigator}>
        <Pages />
      </router.Router>,
    );
    const moves = (kind: 'push' | 'replace') =>
      navigator[kind].mock.calls.map(([to, state]) => [createPath(to as theirs.Path), state as unknown]);
    return { navigator, moves };
  }

  it('gives a page its place', () => {
    const Page = () => (
      <p>
        {[
          useParams()['id'],
          useLocation().search,
          useSearchParams()[0].get('tab'),
          useHref('?a=1'),
          useHref('/b#c'),
        ].join(' ')}
      </p>
    );
    open('/courses/7?tab=x#y', <Page />);
    expect(screen.getByText('7 ?tab=x x /courses/7?a=1 /b#c')).toBeTruthy();
  });

  it('makes addresses of their parts', () => {
    const parts = [
      { pathname: '/a' },
      { pathname: '/a', search: 'b=1' },
      { pathname: '/a', search: '?', hash: '#' },
      { search: '?b=1', hash: 'c' },
    ];
    expect(parts.map((one) => createPath(one))).toEqual(['/a', '/a?b=1', '/a', '/?b=1#c']);
  });

  it('follows a click on a link, replaces the address the page has, and leaves other clicks to the browser', () => {
    const onClick = vi.fn<() => void>();
    const { moves } = open(
      '/courses/7?a=1',
      <>
        <Link to="/b" state={{ from: 7 }} onClick={onClick}>
          there
        </Link>
        <Link to="?a=1">here</Link>
        <Link to="/c" replace>
          instead
        </Link>
        <Link to="/d" target="_blank">
          tab
        </Link>
        <Link to="https://elsewhere.test/x">elsewhere</Link>
        <Link to="http://a b">broken</Link>
        <Link to="/e" onClick={(event) => event.preventDefault()}>
          held
        </Link>
      </>,
    );
    const link = (name: string) => screen.getByRole('link', { name });
    const targets = screen.getAllByRole('link').map((one) => one.getAttribute('href'));
    expect(targets).toEqual(['/b', '/courses/7?a=1', '/c', '/d', 'https://elsewhere.test/x', 'http://a b', '/e']);
    fireEvent.click(link('there'), { ctrlKey: true });
    expect(moves('push')).toEqual([]);
    for (const name of ['there', 'here', 'instead', 'tab', 'elsewhere', 'held']) fireEvent.click(link(name));
    expect(moves('push')).toEqual([['/b', { from: 7 }]]);
    expect(moves('replace')).toEqual([
      ['/courses/7?a=1', undefined],
      ['/c', undefined],
    ]);
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  it('marks the link to the page it is on or below', () => {
    open(
      '/courses/7',
      ['/courses', '/courses/7', '/course', '/'].map((to) => (
        <NavLink key={to} to={to}>
          {to}
        </NavLink>
      )),
    );
    const current = screen.getAllByRole('link').filter((one) => one.getAttribute('aria-current') === 'page');
    expect(current.map((one) => one.textContent)).toEqual(['/courses', '/courses/7']);
  });

  it('goes where code says', () => {
    let go: ReturnType<typeof useNavigate> = () => undefined;
    const Page = () => {
      go = useNavigate();
      return null;
    };
    const { moves, navigator } = open('/courses/7?a=1', <Page />);
    act(() => {
      void go('/b?c=1#d');
      void go({ pathname: '/e', search: 'f=1' }, { replace: true, state: 1 });
      void go({ search: '?g=1' });
      void go(-1);
    });
    expect(moves('push')).toEqual([
      ['/b?c=1#d', undefined],
      ['/courses/7?g=1', undefined],
    ]);
    expect(moves('replace')).toEqual([['/e?f=1', 1]]);
    expect(navigator.go).toHaveBeenCalledWith(-1);
  });

  it('goes elsewhere from what must not be seen', () => {
    const { moves } = open('/courses/7', <Navigate to="/b#c" replace />);
    expect(moves('replace').map(([address]) => address)).toEqual(['/b#c']);
  });

  it('sets the search from a record, from what there was, and from text', () => {
    let set: ReturnType<typeof useSearchParams>[1] = () => undefined;
    const Page = () => {
      set = useSearchParams()[1];
      return null;
    };
    const { moves } = open('/courses/7?a=1', <Page />);
    act(() => {
      set({ b: '2', c: ['3', '4'] }, { replace: true });
      set((before) => {
        before.set('d', '5');
        return before;
      });
      set(new URLSearchParams('e=6'));
    });
    expect(moves('replace').map(([address]) => address)).toEqual(['/courses/7?b=2&c=3&c=4']);
    expect(moves('push').map(([address]) => address)).toEqual(['/courses/7?a=1&d=5', '/courses/7?e=6']);
  });
});
