import { act, render, screen, waitFor } from '@testing-library/react';
import { createBrowserRouter, createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { useSession } from '../../app/session.ts';
import { loadWording } from '../../app/wording.ts';
import { usePalette } from '../../features/office/palette/palette-state.ts';
import { adminOf } from '../../../test/session-users.ts';
import { AreaError, Forbidden, Maintenance, NotFound, PageError, ServerError } from './error-pages.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  useSession.setState({ user: null });
  usePalette.setState({ is_open: false });
  window.history.replaceState({}, '', '/');
});

function showRoute(address: string, route: RouteObject): void {
  window.history.replaceState({}, '', address);
  render(<RouterProvider router={createBrowserRouter([route])} />);
}

async function fail(error: unknown): Promise<void> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await loadWording('open');
  showRoute('/home/index', {
    path: '/home/index',
    loader: () => {
      throw error;
    },
    element: <p>page</p>,
    errorElement: <PageError />,
  });
  await screen.findByRole('heading', { level: 1 });
  await act(async () => undefined); // Flush the effects.
}

it('reloads a page that failed offline when the network is back', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await fail(new ApiError(0, { code: 'network' }));
  await waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(reload).toHaveBeenCalled();
  });
});

it('reloads a page that failed without a server when the server serves again', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  sessionStorage.clear();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({})),
  );
  await fail(new ApiError(502, {}));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('加载失败');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).toHaveBeenCalled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('does not reload a page that failed for another reason', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await fail(new ApiError(403, {}));
  window.dispatchEvent(new Event('online'));
  expect(reload).not.toHaveBeenCalled();
});

it('keeps the navigation when not even the layout of an area loaded', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await loadWording('open');
  showRoute('/home/learning-records', {
    path: '/home/*',
    loader: () => {
      throw new ApiError(0, { code: 'network' });
    },
    element: <p>page</p>,
    errorElement: <AreaError />,
  });
  const tabs = await screen.findByRole('navigation');
  expect([...tabs.querySelectorAll('a')].map((tab) => tab.getAttribute('href'))).toEqual([
    '/open/index',
    '/open/courses',
    '/open/study',
    '/open/mine',
  ]);
});

it('offers a search where a page does not exist', async () => {
  await loadWording('open');
  const router = createMemoryRouter([{ path: '/open/*', element: <NotFound /> }], {
    initialEntries: ['/open/nowhere'],
  });
  render(<RouterProvider router={router} />);
  const search = await screen.findByRole('searchbox');
  expect(search.closest('form')?.getAttribute('action')).toBe('/open/courses');
  expect(search.getAttribute('name')).toBe('text');
});

it.each([
  ['403', { path: '/admin/*', element: <Forbidden /> }],
  ['404', { path: '/admin/*', element: <NotFound /> }],
])('offers staff the first page of their back office, the page before and its search at a %s', async (_, route) => {
  await Promise.all([loadWording('open'), loadWording('admin')]);
  const permissions = ['admin.agency-home.list'];
  useSession.setState({ user: adminOf({ permissions, agency_id: 7 }) });
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined);
  showRoute('/admin/nowhere', route);
  (await screen.findByRole('button', { name: '搜索后台' })).click();
  expect(usePalette.getState().is_open).toBe(true);
  screen.getByRole('button', { name: '返回' }).click();
  expect(back).toHaveBeenCalledTimes(1);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/admin/agency-home']);
  expect(screen.queryByRole('searchbox')).toBeNull();
});

it.each([
  ['/home/500?from=%2Fhome%2Fcourses%2F7%3Fshow%3Dall', '/home/courses/7?show=all'],
  ['/home/500?from=https%3A%2F%2Felsewhere.example', '/home/index'],
  ['/admin/500', '/admin/index'],
])('the error page at %s is left to %s, not loaded again', async (address, target) => {
  await loadWording('open');
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  window.history.replaceState({}, '', address);
  const router = createMemoryRouter([{ path: '*', element: <ServerError /> }]);
  render(<RouterProvider router={router} />);
  (await screen.findByRole('button', { name: '重新加载' })).click();
  expect([replace.mock.calls, reload.mock.calls]).toEqual([[[target]], []]);
});

it('polls during maintenance, and returns to the previous page', async () => {
  await loadWording('open');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const replace = vi.spyOn(location, 'replace').mockImplementation(() => undefined);
  let status = 503;
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => Response.json({ message: '升级中，22:30 回来。' }, { status })),
  );
  window.history.replaceState({}, '', `/home/503?from=${encodeURIComponent('/home/courses/7?show=all')}`);
  const router = createMemoryRouter([{ path: '*', element: <Maintenance /> }]);
  render(<RouterProvider router={router} />);
  // The operator's message replaces the page's own text.
  await screen.findByText('升级中，22:30 回来。');
  expect(screen.queryByText('我们正在维护系统，请稍后再来')).toBeNull();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(replace).not.toHaveBeenCalled();
  status = 200;
  await vi.advanceTimersByTimeAsync(5000);
  expect(replace).toHaveBeenCalledWith('/home/courses/7?show=all');
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.history.replaceState({}, '', '/');
});
