import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import lessonWords from 'virtual:locale/lesson';
import { useNotes } from './use-notes.ts';

let client: QueryClient;
const Wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const json = (body: object, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(async () => {
  client = new QueryClient();
  await lessonWords.load();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  localStorage.clear();
});

it('sends a waiting note again until the server takes it, without waiting for the browser to say anything', async () => {
  let isDown = true;
  let posts = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, init) => {
    if (init?.method !== 'POST') return json({ notes: [], _token: 'T' });
    posts += 1;
    if (isDown) return json({ message: 'down' }, 503);
    const { client_key, at_sec, body } = JSON.parse(String(init.body)) as Record<string, unknown>;
    const note = { id: 1, lesson_id: 7, client_key, at_sec, body, version: 1, updated_at: '' };
    return json({ note });
  });
  const { result } = renderHook(() => useNotes(7), { wrapper: Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => result.current.add({ at_sec: 3, body: '断网时写的' }));
  for (const ms of [0, 2000, 4000]) await act(() => vi.advanceTimersByTimeAsync(ms));
  expect(posts).toBe(3);
  expect(result.current.notes).toMatchObject([{ body: '断网时写的', is_waiting: true }]);
  isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(result.current.notes).toMatchObject([{ body: '断网时写的', is_waiting: false }]);
  const requests = posts;
  await act(() => vi.advanceTimersByTimeAsync(600_000));
  expect(posts).toBe(requests);
});

it('a note deleted while it is on its way does not come back, and can be restored', async () => {
  const requests: string[] = [];
  const stored = new Map<string, object>();
  let arrive = (): void => undefined;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (init?.method === 'DELETE') requests.push(String(url).replace(/^.*\/home|\?.*$/g, ''));
    if (init?.method !== 'POST') return json({ notes: [], _token: 'T' });
    const { client_key, at_sec, body } = JSON.parse(String(init.body)) as Record<string, unknown>;
    const key = String(client_key);
    const note = stored.get(key) ?? { lesson_id: 7, client_key: key, at_sec, body, version: 1, updated_at: '' };
    stored.set(key, note);
    if (stored.size === 1) await new Promise<void>((resolve) => (arrive = resolve));
    return json({ note: { ...note, id: stored.size } });
  });
  const { result } = renderHook(() => useNotes(7), { wrapper: Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => result.current.add({ at_sec: 3, body: '写错了' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  const [note] = result.current.notes;
  if (!note) throw new Error('the note is not shown');
  expect(note.is_waiting).toBe(true);
  expect(await act(() => result.current.remove(note))).toBe(true);
  expect(result.current.notes).toEqual([]);
  arrive();
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect([result.current.notes, requests]).toEqual([[], ['/lesson-notes/1']]);
  await act(() => result.current.restore(note));
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(result.current.notes).toMatchObject([{ id: 2, body: '写错了', is_waiting: false }]);
});
