import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardAnswer } from '../../test/guard-answer.ts';
import { adminOf, memberOf } from '../../test/session-users.ts';
import { clearCookie, writeCookie } from '../api/cookies.ts';
import { setUser } from '../app/session.ts';
import { startRoutes } from './routes.tsx';

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ closed_pages: [] }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearCookie('Authorization');
  window.history.replaceState({}, '', '/');
});

it.each(['/nowhere', '/member/index', '/courses/7?from=letter', '/open/nowhere', '/open/404'])(
  'shows the 404 page of the site at %s, with links and a search',
  async (address) => {
    window.history.replaceState({}, '', address);
    const { container } = render(<RouterProvider router={createBrowserRouter(startRoutes())} />);
    await screen.findByRole('heading', { level: 1, name: '页面不存在' });
    await act(async () => undefined); // Flush the effects.
    expect(location.pathname + location.search).toBe(address);
    expect(screen.getByRole('link', { name: '返回首页' }).getAttribute('href')).toBe('/open/index');
    expect(await screen.findByRole('searchbox')).toBeTruthy();
    // The advertising beside the login does not belong here.
    expect(container.querySelector('aside')).toBeNull();
    expect(screen.queryByText(/一张学习卡/)).toBeNull();
  },
);

const member = memberOf();
const administrator = adminOf();

/** Where the login page redirects to; null shows its form. */
const loginLeadsTo = (address: string) => guardAnswer(startRoutes(), address);

it.each([
  ['a member', member, '/open/login', '/home/index'],
  ['an administrator', administrator, '/open/login', '/admin/index'],
  ['a member', member, '/open/login?back_url=%2Fhome%2Fcourses%2F7', '/home/courses/7'],
  ['a member', member, '/open/login?back_url=%2F%2Fevil.example', '/home/index'],
  ['an administrator', administrator, '/open/login?back_url=%2Fopen%2Flogin', '/admin/index'],
])('redirects %s who is already logged in: %#', async (_who, user, address, target) => {
  writeCookie('Authorization', 'token', 1);
  setUser(user, 120);
  expect(await loginLeadsTo(address)).toBe(target);
});

it('shows the login form to a visitor', async () => {
  setUser(member, 120); // Left from a session that has ended: its cookie is gone.
  expect(await loginLeadsTo('/open/login?back_url=%2Fhome%2Findex')).toBeNull();
});
