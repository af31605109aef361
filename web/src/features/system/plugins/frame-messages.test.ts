import { expect, it } from 'vitest';
import { parseFrameMessage } from './frame-messages.ts';

const call = { kaike: 1, type: 'call', id: 1, method: 'GET', path: '/days', query: { month: '2026-11-01' } };

it('reads the calls of a page to its own routes', () => {
  expect(parseFrameMessage(call)).toEqual({
    type: 'call',
    id: 1,
    method: 'GET',
    path: '/days',
    body: null,
    query: { month: '2026-11-01' },
  });
  expect(parseFrameMessage({ kaike: 1, type: 'go', path: '/home/courses/7' })).toEqual({
    type: 'go',
    path: '/home/courses/7',
  });
  expect(parseFrameMessage({ kaike: 1, type: 'height', value: 1e9 })).toEqual({ type: 'height', value: 20_000 });
});

it.each([
  ['a path that leaves the plugin', { ...call, path: '/../../admin/users' }],
  ['an encoded way out', { ...call, path: '/%2e%2e/admin' }],
  ['a path with a query of its own', { ...call, path: '/days?x=/../..' }],
  ['another host', { ...call, path: '//elsewhere.example' }],
  ['another method', { ...call, method: 'PATCH' }],
  ['a page elsewhere', { kaike: 1, type: 'go', path: 'https://elsewhere.example' }],
  ['a script as address', { kaike: 1, type: 'go', path: 'javascript:alert(1)' }],
  ['a message of another program', { type: 'ready' }],
  ['no object', 'ready'],
])('takes no %s', (_name, message) => {
  expect(parseFrameMessage(message)).toBeNull();
});
