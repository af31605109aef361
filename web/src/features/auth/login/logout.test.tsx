import { fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWording, switchLocale } from '../../../app/wording.ts';
import { LogoutPage } from './logout.page.tsx';

const requests: string[] = [];

beforeEach(async () => {
  await switchLocale('zh-CN');
  await loadWording('open');
  vi.stubGlobal('fetch', async (url: string, options: { method?: string } = {}) => {
    requests.push(`${options.method ?? 'GET'} ${url}`);
    return new Response(JSON.stringify({ _token: '9999999999.x', redirect: '/open/login' }), {
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  requests.length = 0;
});

const logouts = (): string[] => requests.filter((line) => line.startsWith('POST') && line.includes('/open/logout'));

function start(path: string) {
  const router = createMemoryRouter(
    [
      { path: '/open/logout', element: <LogoutPage /> },
      { path: '/open/index', element: <p>首页</p> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

it('confirms a visit by a link, and logs out only by a click', async () => {
  start('/open/logout');
  const button = await screen.findByRole('button', { name: '退出登录' });
  expect(logouts()).toEqual([]);
  fireEvent.click(button);
  await screen.findByRole('heading', { name: '已退出登录' });
  expect(logouts()).toHaveLength(1);
});

it('logs out at once after a click in the app', async () => {
  const router = start('/open/index');
  await router.navigate('/open/logout');
  await screen.findByRole('heading', { name: '已退出登录' });
  expect(logouts()).toHaveLength(1);
});
