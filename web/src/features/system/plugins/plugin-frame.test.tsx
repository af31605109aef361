import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it, vi, type Mock } from 'vitest';
import { setResponseActions } from '../../../api/response.ts';
import { PluginFrame } from './plugin-frame.tsx';

afterEach(() => vi.restoreAllMocks());

const Place = () => <output>{useLocation().pathname}</output>;

function show(acted: () => void): { post: Mock; say: (data: object) => void } {
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
  return {
    post,
    say: (data) =>
      fireEvent(window, Object.assign(new MessageEvent('message', { data: { kaike: 1, ...data } }), { source: frame })),
  };
}

it('holds the place of a page until that has something to show', async () => {
  const { say } = show(() => undefined);
  const place = (): Element | null => document.querySelector('[aria-hidden="true"]');
  expect(place()).not.toBeNull();
  say({ type: 'height', value: 120 });
  await waitFor(() => expect([place(), screen.getByTitle('Page').style.height]).toEqual([null, '120px']));
});

it('hands the answer of a plugin to its page only: it leads nowhere and says nothing around it', async () => {
  const acted = vi.fn<() => undefined>();
  setResponseActions({ toast: acted, forceLogout: acted, navigate: acted, t: (key) => key });
  const answer = { redirect: '/home/index', alert: { show: true, message: 'won' }, force_logout: true };
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json(answer, { headers: { 'content-type': 'application/json' } }),
  );
  const { post, say } = show(acted);
  say({ type: 'call', id: 1, method: 'GET', path: '/a' });
  await waitFor(() => expect(post).toHaveBeenCalledWith({ kaike: 1, type: 'answer', id: 1, value: answer }, '*'));
  expect([acted.mock.calls, screen.getByRole('status').textContent]).toEqual([[], '/here']);
});
