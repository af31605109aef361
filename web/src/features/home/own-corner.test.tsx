import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { useSession } from '../../app/session.ts';
import { loadWording } from '../../app/wording.ts';
import { memberOf } from '../../../test/session-users.ts';
import { OwnCorner } from './own-corner.tsx';

const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  useSession.setState({ user: null });
});

it('leads to the notices, with the number of unread ones, and to the page of one’s own', async () => {
  await loadWording('home');
  useSession.setState({ user: memberOf(), loading: false });
  globalThis.fetch = () => Promise.resolve(Response.json({ notices: [], unread: 120, has_more: false }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <OwnCorner />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const bell = await screen.findByRole('link', { name: '通知，120 条未读' });
  expect([bell.getAttribute('href'), bell.textContent]).toEqual(['/home/notices', '99+']);
  const own = screen.getByRole('link', { name: '朱小红' });
  expect(own.getAttribute('href')).toBe('/home/personage/index');
});
