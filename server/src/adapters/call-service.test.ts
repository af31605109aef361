import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type Listener, type Trouble } from '../../test/fakes/listen.ts';
import { callService, objectOf, parseObject, textOf } from './call-service.ts';

let service: Listener;
let troubles: Trouble[] = [];

beforeAll(async () => {
  service = await listen(
    ({ method, body }) => ({ status: 200, body: JSON.stringify({ method, body }) }),
    () => troubles.shift() ?? 'none',
  );
});
afterAll(() => service.close());

const callFake = (options: { is_safe?: boolean } = {}) =>
  callService({ method: 'POST', url: `${service.base}/x`, body: 'a=1', timeout_ms: 60_000, ...options });

it('returns the response whatever its status, and sends the exact bytes', async () => {
  expect(JSON.parse((await callFake()).text)).toEqual({ method: 'POST', body: 'a=1' });
  troubles = ['busy'];
  expect((await callFake()).status).toBe(503);
});

it('retries idempotent calls up to twice, and no others', async () => {
  for (const [failures, isSafe, calls] of [
    [['hang_up', 'busy'], true, 3],
    [['hang_up'], false, 1],
  ] as [Trouble[], boolean, number][]) {
    troubles = [...failures];
    const before = service.requests.length;
    const outcome = await callFake({ is_safe: isSafe }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    expect([outcome, service.requests.length - before]).toEqual([isSafe ? 200 : 'unavailable: network', calls]);
  }
});

it('gives up after the timeout, and does not retry then', async () => {
  let calls = 0;
  const silent: typeof fetch = (_url, init) => {
    calls += 1;
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  };
  const call = { method: 'GET', url: service.base, timeout_ms: 50, is_safe: true, fetch: silent } as const;
  await expect(callService(call)).rejects.toThrow('unavailable: timeout');
  expect(calls).toBe(1);
});

it('reports that nobody listens', async () => {
  await expect(callService({ method: 'GET', url: 'http://127.0.0.1:1/', timeout_ms: 60_000 })).rejects.toThrow(
    'unavailable: network',
  );
});

it('reads objects, and treats everything else as an empty one', () => {
  expect(parseObject('\uFEFF{"a":1,"b":"x","c":{"d":2}}')).toEqual({ a: 1, b: 'x', c: { d: 2 } });
  for (const text of ['', 'null', '[]', '{', '"x"', '<html>']) expect(parseObject(text), text).toEqual({});
  const object = parseObject('{"a":1,"b":"x","c":{"d":2}}');
  expect([
    textOf(object, 'a'),
    textOf(object, 'b'),
    textOf(object, 'c'),
    textOf(object, 'z'),
    objectOf(object, 'c'),
    objectOf(object, 'a'),
  ]).toEqual(['1', 'x', '', '', { d: 2 }, {}]);
});
