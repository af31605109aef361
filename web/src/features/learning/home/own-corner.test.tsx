import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import { useSession } from '../../../app/session.ts';
import { loadWording } from '../../../app/wording.ts';
import { memberOf } from '../../../../test/session-users.ts';
import { OwnCorner } from './own-corner.tsx';

afterEach(() => {
  useSession.setState({ user: null });
});

it('leads to the notices, with the number of unread ones, and to the page of one’s own', async () => {
  await loadWording('home');
  useSession.setState({ user: memberOf(), loading: false });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ notices: [], unread: 120, has_more: false }),
  );
  renderPage(<OwnCorner />);
  const bell = await screen.findByRole('link', { name: '通知，120 条未读' });
  expect([bell.getAttribute('href'), bell.textContent]).toEqual(['/home/notices', '99+']);
  const own = screen.getByRole('link', { name: '朱小红' });
  expect(own.getAttribute('href')).toBe('/home/personage/index');
});
