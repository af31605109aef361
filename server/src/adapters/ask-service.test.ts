import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, type Listener, type Trouble } from '../../test/fakes/listen.ts';
import { askService, objectOf, readObject, textOf } from './ask-service.ts';

let service: Listener;
let troubles: Trouble[] = [];

beforeAll(async () => {
  service = await listen(
    ({ method, body }) => ({ status: 200, body: JSON.stringify({ method, body }) }),
    () => troubles.shift() ?? 'none',
  );
});
afterAll(() => service.close());

const ask = (given: { is_safe?: boolean; timeout_ms?: number } = {}) =>
  askService({ method: 'POST', url: `${service.base}/x`, body: 'a=1', timeout_ms: 5000, ...given });

it('gives the answer whatever its status, and sends the very bytes', async () => {
  expect(JSON.parse((await ask()).text)).toEqual({ method: 'POST', body: 'a=1' });
  troubles = ['busy'];
  expect((await ask()).status).toBe(503);
});

it('asks what may be repeated up to twice more, and nothing else', async () => {
  for (const [failures, isSafe, calls] of [
    [['hang_up', 'busy'], true, 3],
    [['hang_up'], false, 1],
  ] as [Trouble[], boolean, number][]) {
    troubles = [...failures];
    const before = service.heard.length;
    const answer = await ask({ is_safe: isSafe }).then(
      ({ status }) => status,
      (error: Error) => error.message,
    );
    expect([answer, service.heard.length - before]).toEqual([isSafe ? 200 : 'unavailable: network', calls]);
  }
});

it('waits no longer than it may, and does not ask again then', async () => {
  troubles = ['silent', 'silent'];
  const before = service.heard.length;
  await expect(ask({ timeout_ms: 50, is_safe: true })).rejects.toThrow('unavailable: timeout');
  expect(service.heard.length - before).toBe(1);
  troubles = [];
});

it('says that nobody is there', async () => {
  await expect(askService({ method: 'GET', url: 'http://127.0.0.1:1/', timeout_ms: 1000 })).rejects.toThrow(
    'unavailable: network',
  );
});

it('reads objects, and takes everything else for an empty one', () => {
  expect(readObject('\uFEFF{"a":1,"b":"x","c":{"d":2}}')).toEqual({ a: 1, b: 'x', c: { d: 2 } });
  for (const text of ['', 'null', '[]', '{', '"x"', '<html>']) expect(readObject(text), text).toEqual({});
  const object = readObject('{"a":1,"b":"x","c":{"d":2}}');
  expect([
    textOf(object, 'a'),
    textOf(object, 'b'),
    textOf(object, 'c'),
    textOf(object, 'z'),
    objectOf(object, 'c'),
    objectOf(object, 'a'),
  ]).toEqual(['1', 'x', '', '', { d: 2 }, {}]);
});
