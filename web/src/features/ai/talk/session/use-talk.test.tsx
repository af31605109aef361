import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { chatOf, refusal, shownOf, talkMessageOf } from './talk-fixtures.ts';
import { useTalk } from './use-talk.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('goes on by itself once a server is back that was away for long, and keeps what is written', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let [isAway, loads] = [false, 0];
  const shown = shownOf({ chat: chatOf({ held_by: null }) });
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes('/open/token')) return Response.json({ _token: 't' });
    loads += 1;
    if (isAway) return refusal(503, 'server.unavailable');
    return Response.json(loads > 2 ? { ...shown, messages: [talkMessageOf({ status: 5 })] } : shown);
  });
  const { result, unmount } = renderHook(() => useTalk(7));
  await expect.poll(() => result.current.state.phase).toBe('ready');
  isAway = true;
  act(() =>
    result.current.session.store.setState({
      draft: 'A latte',
      problem: { code: 'network', message: '', way: 'reconnect' },
    }),
  );
  const later = (): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(15_000);
    });
  const before = loads;
  await later();
  await expect.poll(() => loads).toBe(before + 1);
  expect(result.current.state.problem?.way).toBe('reconnect');
  isAway = false;
  await later();
  await expect.poll(() => result.current.state.problem).toBeNull();
  expect([result.current.state.draft, result.current.state.messages[0]?.status]).toEqual(['A latte', 5]);
  const after = loads;
  await later();
  expect(loads).toBe(after);
  unmount();
});
