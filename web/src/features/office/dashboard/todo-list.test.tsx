import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Todo } from '@kaike/shared/contracts/office/dashboard';
import { renderPage } from '../../../../test/render-page.tsx';
import { TodoList } from './todo-list.tsx';

afterEach(() => vi.restoreAllMocks());

it('links an alarm to every place that would settle it', async () => {
  const alarm: Todo = {
    resource: null,
    key: 'no_registration',
    tone: 'danger',
    count: 1,
    since: null,
    sum: null,
    names: [],
    ways: [
      { verb: 'set_up_sms', url: '/admin/configs?group=sms' },
      { verb: 'set_up_mail', url: '/admin/configs?group=mail' },
    ],
  };
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ _token: 'T', items: [alarm] }));
  renderPage(<TodoList />);
  const sms = await screen.findByRole('link', { name: /admin\.dashboard\.verbs\.set_up_sms/ });
  const mail = screen.getByRole('link', { name: /admin\.dashboard\.verbs\.set_up_mail/ });
  expect([sms, mail].map((link) => link.getAttribute('href'))).toEqual([
    '/admin/configs?group=sms',
    '/admin/configs?group=mail',
  ]);
});
