import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { listen, type FakeRequest, type Listener, type Trouble } from '../../../test/fakes/listen.ts';

let app: TestApp;
let amap: Listener;
let trouble: Trouble = 'none';
let type = 'application/json';
const last = (): FakeRequest | undefined => amap.requests.at(-1);

beforeAll(async () => {
  app = await startTestApp();
  amap = await listen(
    () => ({ status: 200, type, headers: { 'Set-Cookie': 'a=b' }, body: '{"status":"1"}' }),
    () => trouble,
  );
});
afterAll(() => Promise.all([app.close(), amap.close()]));
beforeEach(async () => {
  [trouble, type] = ['none', 'application/json'];
  await app.setting('maps_driver', 'amap');
  await app.setting('amap_key', 'the-key');
  await app.setting('amap_security_code', 'the-code');
  await app.setting('amap_base', amap.base);
});

const config = async () => (await app.http('GET', '/open/config')).body;
const ask = (path: string, method: 'GET' | 'POST' = 'GET') =>
  app.fastify.inject({ method, url: `/_AMapService${path}`, headers: { cookie: 'session=secret' } });

it('the browser learns the key of the provider in use, and never the security code', async () => {
  const body = await config();
  expect([body.amap_config, body.google_config]).toEqual([{ key: 'the-key' }, null]);
  expect(JSON.stringify(body)).not.toContain('the-code');
  await app.setting('amap_security_code', '');
  expect((await config()).amap_config).toBeNull();
  await app.setting('maps_driver', 'google');
  await app.setting('google_maps_key', 'g');
  await app.setting('google_map_id', 'm');
  expect((await config()).google_config).toEqual({ key: 'g', map_id: 'm' });
});

it('passes requests of the script on with the security code, without cookies', async () => {
  const reply = await ask('/v3/geocode/regeo?key=the-key&location=120.15%2C30.28&jscode=forged');
  expect([reply.statusCode, reply.body, reply.headers['set-cookie']]).toEqual([200, '{"status":"1"}', undefined]);
  expect(last()?.url.pathname).toBe('/v3/geocode/regeo');
  expect(Object.fromEntries(last()?.url.searchParams ?? [])).toEqual({
    key: 'the-key',
    location: '120.15,30.28',
    jscode: 'the-code',
  });
  expect(last()?.headers.cookie).toBeUndefined();
  expect((await ask('/v4/map/styles?a=1')).statusCode).toBe(200);
});

it('passes on nothing else, and no markup', async () => {
  const count = amap.requests.length;
  for (const path of ['/v3/direction/driving', '/v5/place/text', '/', '/v3/geocode/../../x', '/v3/place/%2e%2e/x'])
    expect((await ask(path)).statusCode, path).toBe(404);
  expect((await ask('/v3/geocode/regeo', 'POST')).statusCode).toBe(404);
  expect(amap.requests.length).toBe(count);
  type = 'text/html';
  expect((await ask('/v3/ip')).headers['content-type']).toContain('text/plain');
});

it('is no address while another provider, or none, is in use, and says when Amap is away', async () => {
  for (const kind of ['hang_up', 'half'] as const) {
    trouble = kind;
    expect((await ask('/v3/ip')).statusCode, kind).toBe(504);
  }
  for (const driver of ['google', 'local'] as const) {
    await app.setting('maps_driver', driver);
    expect((await ask('/v3/ip')).statusCode).toBe(404);
  }
});

it('is limited for each visitor', async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 301; turn += 1) statuses.add((await ask('/v3/ip')).statusCode);
  expect([...statuses]).toEqual([200, 429]);
});
