import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { listen, type Listener } from '../../test/fakes/listen.ts';
import { openServer } from '../../test/fakes/open-server.ts';
import { localhostTls } from '../../test/fakes/sms/localhost-tls.ts';
import { callService } from './call-service.ts';
import { createPublicFetch, isOwnAddress, isPublicAddress, ownNetworkFetch, publicFetch } from './public-fetch.ts';
import { openVendor } from './storage/vendor-http.ts';

it.each([
  ['8.8.8.8', true],
  ['2400:3200::1', true],
  ['10.0.0.1', false],
  ['127.0.0.1', false],
  ['100.100.100.200', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['172.31.255.255', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['2001:0:7f00:1::', false],
  ['example.com', false],
  ['', false],
])('%s is public: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

it.each([
  ['127.0.0.1', true],
  ['192.168.1.1', true],
  ['fd00::1', true],
  ['8.8.8.8', true],
  ['169.254.169.254', false],
  ['100.100.100.200', false],
  ['0.0.0.0', false],
  ['fe80::1', false],
  ['192.0.0.192', false],
  ['168.63.129.16', false],
  ['100.100.100.200', false],
  ['fd20:ce::254', false],
  ['64:ff9b::a9fe:a9fe', false],
  ['2002:a9fe:a9fe::1', false],
  ['fd00:ec2::254', false],
  ['::ffff:169.254.169.254', false],
])('%s may be a service of the own network: %s', (address, expected) => {
  expect(isOwnAddress(address)).toBe(expected);
});

const open: { close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
const keep = <T extends { close: () => Promise<void> }>(one: T): T => (open.push(one), one);
const fetch = createPublicFetch({ isAllowed: () => true, ca: localhostTls.cert });
const echo = async (): Promise<Listener> =>
  keep(
    await listen(
      ({ body }) => ({ status: 200, body: `you said ${body}`, headers: { 'x-id': '7' } }),
      () => 'none',
      localhostTls,
    ),
  );

it('sends texts, bytes and forms, and passes on what comes back', async () => {
  const { base, requests } = await echo();
  const form = new FormData();
  form.append('key', 'a value');
  for (const body of ['text', new Uint8Array([98, 121]), form]) {
    const response = await fetch(base, { method: 'POST', headers: { 'x-own': 'yes' }, body });
    expect([response.status, response.headers.get('x-id')]).toEqual([200, '7']);
    expect(await response.text()).toContain('you said');
  }
  expect(requests.map(({ headers }) => headers['x-own'])).toEqual(['yes', 'yes', 'yes']);
  expect(requests.map(({ body }) => body).slice(0, 2)).toEqual(['text', 'by']);
  expect(requests[2]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(requests[2]?.body).toContain('a value');
  expect((await fetch(base, { method: 'HEAD' })).body).toBeNull();
});

it('follows no redirect, and calls neither without encryption nor with a login', async () => {
  const { base, requests } = keep(
    await listen(
      () => ({ status: 302, body: '', headers: { location: 'https://example.com/' } }),
      () => 'none',
      localhostTls,
    ),
  );
  expect((await fetch(base, {})).status).toBe(302);
  for (const url of [base.replace('https:', 'http:'), base.replace('//', '//user:word@')])
    await expect(fetch(url, {})).rejects.toMatchObject({ code: 'config_invalid', reason: 'https_only' });
  expect(requests).toHaveLength(1);
});

it('looks at the address the connection uses, whatever a name said before', async () => {
  const { base, requests } = await echo();
  const private_address = { code: 'config_invalid', reason: 'private_address' };
  await expect(publicFetch(base, {})).rejects.toMatchObject(private_address);
  await expect(publicFetch('https://[::1]/', {})).rejects.toMatchObject(private_address);
  await expect(ownNetworkFetch('http://169.254.169.254/latest/meta-data', {})).rejects.toMatchObject(private_address);
  expect(requests).toHaveLength(0);
});

it('reaches the own network where a service may stand there', async () => {
  const { base } = keep(await listen(() => ({ status: 200, body: '{"is":"here"}' })));
  expect(await (await ownNetworkFetch(base, {})).json()).toEqual({ is: 'here' });
});

it('reports an answer that stops midway as a time-out when its time is over, and as broken when it breaks off', async () => {
  let isCut = false;
  const { base } = keep(
    await openServer(
      createServer((_request, response) => {
        response.writeHead(200, { 'content-length': '10' }).write('half');
        if (isCut) setImmediate(() => response.destroy());
      }),
    ),
  );
  const call = { method: 'GET' as const, url: base, fetch: ownNetworkFetch };
  await expect(callService({ ...call, timeout_ms: 100 })).rejects.toMatchObject({ reason: 'timeout' });
  isCut = true;
  await expect(callService({ ...call, timeout_ms: 60_000 })).rejects.toMatchObject({ reason: 'network' });
  const { body } = await openVendor({ ...call, is_safe: true, timeout_ms: 60_000 });
  await expect(body.toArray()).rejects.toMatchObject({ code: 'unavailable', reason: 'network' });
});
