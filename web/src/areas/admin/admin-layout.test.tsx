import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { adminOf } from '../../../test/session-users.ts';
import { useSession } from '../../app/session.ts';
// The layout loads these by itself, which would go on after the test.
import '../../features/office/palette/admin-tools.tsx';
import '../../features/auth/admin-account/keep-preferences.ts';
import '../../kit/transfer/ports.ts';
import '../../kit/transfer/transfer-task.ts';
import { AdminLayout } from './admin-layout.tsx';

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => new Promise(() => undefined));
});
afterEach(() => {
  useSession.setState({ user: null });
});

it.each(['must_change_password', 'must_enrol'] as const)(
  'offers nothing but the language, the colours and a way out while the person %s',
  async (step) => {
    useSession.setState({ user: { ...adminOf(), [step]: true } });
    renderPage(<AdminLayout />);
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.queryByRole('button', { name: 'admin.open_menu' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '朱小红' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['admin.theme', 'admin.mode', 'admin.language', 'admin.logout']);
  },
);

it('has its menu otherwise', async () => {
  useSession.setState({ user: adminOf() });
  renderPage(<AdminLayout />);
  expect(screen.getByRole('navigation')).toBeTruthy();
  expect(await screen.findByRole('button', { name: /admin\.search/ })).toBeTruthy();
});
