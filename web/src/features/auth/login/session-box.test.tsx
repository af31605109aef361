import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { adminOf } from '../../../../test/session-users.ts';
import { request } from '../../../api/client.ts';
import { setResponseActions } from '../../../api/response.ts';
import {
  endLoginBox,
  hostLoginBox,
  isLoginBoxOpen,
  regainSession,
  useEndedSession,
} from '../../../app/session-ended.ts';
import { useSession, type User } from '../../../app/session.ts';
import { SessionBox } from './session-box.tsx';

const owner: User = {
  ...adminOf({ roles: [{ id: 1, name: '教务主管' }] }),
  id: 5,
  name: '周敏',
  username: 'zhoumin',
};
const realFetch = globalThis.fetch;
type RequestRecord = { path: string; key: string | null; token: string | null; body: Record<string, unknown> };
let calls: RequestRecord[] = [];
let effects: string[] = [];
let signedIn: User | null = null;

const json = (status: number, body: unknown): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

beforeEach(() => {
  [calls, effects, signedIn] = [[], [], null];
  useSession.setState({ user: owner });
  setResponseActions({
    toast: ({ message }) => effects.push(message),
    forceLogout: (message) => effects.push(`dialog ${message}`),
    navigate: (path) => effects.push(`to ${path}`),
    regainSession,
    t: (key) => key,
  });
  globalThis.fetch = async (url, init) => {
    const path = new URL(String(url), 'http://localhost').pathname.replace('/web-api', '');
    // A login returns a new one.
    if (path === '/open/token') return json(200, { _token: signedIn ? 'after' : 'before' });
    const body = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>;
    calls.push({
      path,
      key: new Headers(init?.headers).get('x-idempotency-key'),
      token: new Headers(init?.headers).get('x-csrf-token'),
      body,
    });
    if (path === '/open/login') {
      signedIn = body['password'] === 'another' ? { ...owner, id: 6, name: '李老师' } : owner;
      return json(200, { user: signedIn, lifetime: 120, redirect: '/admin/index' });
    }
    return signedIn
      ? json(201, { id: 9 })
      : json(401, { code: 'auth.session_ended', message: '登录已失效，请重新登录。', redirect: '/open/login' });
  };
});
afterEach(() => {
  endLoginBox(false);
  globalThis.fetch = realFetch;
});

function Page() {
  useEffect(hostLoginBox, []);
  return useEndedSession((state) => state.is_open) ? <SessionBox /> : null;
}

const save = (key: string): Promise<unknown> =>
  request('POST', '/admin/products', { body: { title: '寒假口语集训卡' }, headers: { 'X-Idempotency-Key': key } });
const enter = async (password: string): Promise<void> => {
  fireEvent.change(document.querySelector('input[type=password]') as HTMLElement, { target: { value: password } });
  await act(async () => void fireEvent.submit(document.querySelector('form') as HTMLElement));
};

it('opens the login over the page, once for any number of refused requests, and resends them with their keys', async () => {
  render(<Page />);
  const answers = Promise.all([save('first-key-1'), save('second-key-2')]);
  await waitFor(() => expect(screen.getAllByRole('dialog', { hidden: true })).toHaveLength(1));
  expect(document.body.textContent).toContain('登录已失效，请重新登录。');
  expect(document.body.textContent).toContain('zhoumin · 教务主管');
  expect(isLoginBoxOpen()).toBe(true);
  await enter('Right-2026');
  expect(await answers).toEqual([{ id: 9 }, { id: 9 }]);
  expect(calls.filter(({ path }) => path === '/open/login').map(({ body }) => body['username'])).toEqual(['zhoumin']);
  expect(
    calls
      .filter(({ path }) => path === '/admin/products')
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual(['first-key-1', 'first-key-1', 'second-key-2', 'second-key-2']);
  expect(calls.map(({ token }) => token)).toEqual(['before', 'before', 'before', 'after', 'after']);
  expect([isLoginBoxOpen(), effects]).toEqual([false, []]);
});

it('asks once when a refusal of a request from before the login arrives after it', async () => {
  let answerLate: (response: Response) => void = () => undefined;
  const late = new Promise<Response>((resolve) => {
    answerLate = resolve;
  });
  const answer = globalThis.fetch;
  let isFirst = true;
  globalThis.fetch = (url, init) => {
    const body = JSON.parse(String(init?.body ?? '{}')) as Record<string, unknown>;
    if (body['title'] !== 'slow' || !isFirst) return answer(url, init);
    isFirst = false;
    return late;
  };
  render(<Page />);
  const slow = request('POST', '/admin/products', { body: { title: 'slow' } });
  const quick = save('first-key-1');
  await waitFor(() => expect(isLoginBoxOpen()).toBe(true));
  await enter('Right-2026');
  expect(await quick).toEqual({ id: 9 });
  answerLate(json(401, { code: 'auth.session_ended', message: '登录已失效，请重新登录。', redirect: '/open/login' }));
  expect(await slow).toEqual({ id: 9 });
  expect([isLoginBoxOpen(), effects]).toEqual([false, []]);
});

it('does not continue as another account without a second press', async () => {
  render(<Page />);
  void save('first-key-1').catch(() => undefined); // Abandoned with the dialog.
  await waitFor(() => expect(isLoginBoxOpen()).toBe(true));
  await enter('another');
  await screen.findByText('auth.session.is_other');
  expect(calls.filter(({ path }) => path === '/admin/products')).toHaveLength(1);
  expect([isLoginBoxOpen(), useSession.getState().user?.id]).toEqual([true, 5]);
});

it('handles a session ended elsewhere as usual', async () => {
  await expect(save('first-key-1')).rejects.toMatchObject({ status: 401 });
  expect(effects).toEqual(['to /open/login']);
});
