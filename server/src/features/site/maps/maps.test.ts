import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { listen, type FakeRequest, type Listener, type Trouble } from '../../../../test/fakes/listen.ts';

let app: TestApp;
let amap: Listener;
let trouble: Trouble = 'none';
let type = 'application/json';
/** Where the account is refused: Amap's code of the reason. */
let refusal = '';
const last = (): FakeRequest | undefined => amap.requests.at(-1);

/** The code comes with the key, and both must be the ones of the account. */
function respond(query: URLSearchParams): string {
  const code =
    refusal || (query.get('key') !== 'the-key' ? '10001' : query.get('jscode') !== 'the-code' ? '10008' : '');
  return JSON.stringify(code === '' ? { status: '1' } : { status: '0', info: 'REFUSED', infocode: code });
}

beforeAll(async () => {
  app = await startTestApp();
  amap = await listen(
    ({ url }) => ({ status: 200, type, headers: { 'Set-Cookie': 'a=b' }, body: respond(url.searchParams) }),
    () => trouble,
  );
});
afterAll(() => Promise.all([app.close(), amap.close()]));
beforeEach(async () => {
  [trouble, type, refusal] = ['none', 'application/json', ''];
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

it('passes on what arrived, however short', async () => {
  trouble = 'truncated';
  const reply = await ask('/v3/geocode/regeo?key=the-key');
  expect([reply.statusCode, reply.body]).toEqual([200, '{"statu']);
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

describe('the test in the settings', () => {
  let admin: AdminPerson;
  beforeAll(async () => {
    admin = await app.person.admin();
  });
  /** The answer; tests are limited by the minute. */
  const test = async () => {
    app.clock.advance(61_000);
    return (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'maps' } })).body;
  };

  it('asks Amap for the address of a point with the key and the security code', async () => {
    const answer = await test();
    expect(answer).toMatchObject({ state: 'passed', title: expect.stringContaining('Key 和安全密钥可用'), url: null });
    expect(last()?.url.pathname).toBe('/v3/geocode/regeo');
    expect(JSON.stringify(answer)).not.toMatch(/the-key|the-code/);
  });

  it.each([
    ['amap_key', '高德 Key 不正确或已过期'],
    ['amap_security_code', '高德安全密钥缺失，或与 Key 不配套'],
  ] as const)('names a wrong %s', async (key, text) => {
    const spy = vi.spyOn(app.ctx.log, 'warn');
    await app.setting(key, 'wrong-one');
    expect(await test()).toMatchObject({ state: 'failed', title: '高德地图：测试未通过', text });
    expect(inspect(spy.mock.calls, { depth: null })).not.toMatch(/wrong-one|the-code/);
    spy.mockRestore();
  });

  it.each([
    ['10003', /今天的调用次数已用完/],
    ['10006', /请在高德开放平台的域名白名单中加入本站域名/],
    ['10007', /要求数字签名/],
    ['10009', /请创建“Web 端（JS API）”的 Key/],
    ['20000', /^高德拒绝了这次请求 \(20000\)$/],
  ])('puts %s into words', async (code, text) => {
    refusal = code;
    const answer = await test();
    expect(answer.state).toBe('failed');
    expect(answer.text).toMatch(text);
  });

  it.each([
    ['truncated', /不完整或无法识别/],
    ['html', /不完整或无法识别/],
    ['half', /^无法连接/],
    ['hang_up', /^无法连接/],
    ['busy', /^无法连接到服务器/],
  ] as const)('fails with %s', async (kind, text) => {
    trouble = kind;
    const answer = await test();
    expect(answer.state).toBe('failed');
    expect(answer.text).toMatch(text);
  });

  it('says so when Amap does not answer in time', async () => {
    const late = new DOMException('too late', 'TimeoutError');
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(late));
    const { text } = await test();
    vi.restoreAllMocks();
    expect(text).toBe('对方在限定时间内没有回答，请稍后再试');
  });

  it('sends the person to a map for a key of browsers, and calls nobody for that or without a map', async () => {
    const count = amap.requests.length;
    await app.setting('maps_driver', 'google');
    await app.setting('google_maps_key', '');
    const { body } = await app.http('GET', '/admin/configs', { as: admin });
    expect(body.tests.maps).toBe(false);
    expect(await test()).toMatchObject({ state: 'failed', text: '地图服务的设置还不完整，目前在网格上选点。' });
    await app.setting('google_maps_key', 'g');
    await app.setting('google_map_id', 'm');
    expect(await test()).toMatchObject({
      state: 'local',
      title: expect.stringContaining('只在浏览器中使用'),
      url: '/admin/configs?group=site',
    });
    await app.setting('maps_driver', 'local');
    expect(await test()).toMatchObject({ state: 'local', title: '当前在网格上选点，没有连接外部服务' });
    expect(amap.requests).toHaveLength(count);
  });
});

it('is limited for each visitor', async () => {
  const statuses = new Set<number>();
  for (let turn = 0; turn < 301; turn += 1) statuses.add((await ask('/v3/ip')).statusCode);
  expect([...statuses]).toEqual([200, 429]);
});
