import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { setResponseActions } from '../../api/response.ts';
import { PluginFrame } from './plugin-frame.tsx';

afterEach(() => vi.restoreAllMocks());

const Place = () => <output>{useLocation().pathname}</output>;

it('hands the answer of a plugin to its page only: it leads nowhere and says nothing around it', async () => {
  const acted = vi.fn<() => undefined>();
  setResponseActions({ toast: acted, forceLogout: acted, navigate: acted, t: (key) => key });
  const answer = { redirect: '/home/index', alert: { show: true, message: 'won' }, force_logout: true };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json(answer, { headers: { 'content-type': 'application/json' } }),
  );
  render(
    <MemoryRouter initialEntries={['/here']}>
      <PluginFrame
        page={{ title: 'Page', words: {}, frame: 'about:blank' }}
        base="/open/plugins/tester"
        onBroken={acted}
      />
      <Place />
    </MemoryRouter>,
  );
  const post = vi.fn<(message: object, origin: string) => void>();
  const frame = { postMessage: post };
  Object.defineProperty(screen.getByTitle('Page'), 'contentWindow', { value: frame });
  const data = { kaike: 1, type: 'call', id: 1, method: 'GET', path: '/a' };
  fireEvent(window, Object.assign(new MessageEvent('message', { data }), { source: frame }));
  await waitFor(() => expect(post).toHaveBeenCalledWith({ kaike: 1, type: 'answer', id: 1, value: answer }, '*'));
  expect([acted.mock.calls, screen.getByRole('status').textContent]).toEqual([[], '/here']);
});
