import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAlipayFace, startAliyunFace, startTencentFace, type FaceFake } from '../../../test/fakes/face/vendors.ts';
import { createCatalog, defaultOf, type SettingFields } from '../../core/settings/setting-fields.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import { capabilityFields, selectedProviders } from '../provider.ts';
import { createAliyunFace } from './aliyun/verify-face.ts';
import { faceCapability } from './capability.ts';
import type { FaceProvider } from './port.ts';

const now = new Date('2026-01-15T08:00:00Z');
const clock = (): Date => now;
let minutesAhead = 0;
let nonces = 0;
let values: Record<string, unknown> = {};
const settings = {
  catalog: createCatalog({ face: capabilityFields(faceCapability) }),
  read: async (fields: SettingFields) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, values[key] ?? defaultOf(field)])),
} as unknown as SettingStore;
const identity = { real_name: '张三', id_card: '440308199901101512' };
const request = {
  identity,
  order_no: '0123456789abcdef0123456789abcdef',
  return_url: 'https://kaike.example.com/home/personage/real-name?returned=1',
  device: '{"zimVer":"3.0.0"}',
};

async function makeProvider(): Promise<FaceProvider> {
  const deps = { clock: () => new Date(now.getTime() + minutesAhead * 60_000), nonce: () => `nonce-${(nonces += 1)}` };
  const [provider] = (await selectedProviders(faceCapability, { settings, deps })) ?? [];
  if (!provider) throw new Error('no provider is complete');
  return provider;
}

describe.each([
  {
    name: 'aliyun',
    start: startAliyunFace,
    secret: 'face_access_key_secret',
    throttled: 'Throttling.User',
    tellsFailures: true,
    knowsTime: true,
  },
  {
    name: 'tencent',
    start: startTencentFace,
    secret: 'face_tencent_secret_key',
    throttled: 'RequestLimitExceeded',
    tellsFailures: true,
    knowsTime: true,
  },
  {
    name: 'alipay',
    start: startAlipayFace,
    secret: 'face_alipay_public_key',
    throttled: null,
    tellsFailures: false,
    knowsTime: false,
  },
])('$name', ({ name, start, secret, throttled, tellsFailures, knowsTime }) => {
  let fake: FaceFake;
  beforeAll(async () => {
    fake = await start(clock);
  });
  afterAll(() => fake.close());
  beforeEach(() => {
    values = { ...fake.settings };
    minutesAhead = 0;
    fake.set({ trouble: 'none', refuse_as: '' });
  });

  it('opens a check for a person, and says its result only after it', async () => {
    const provider = await makeProvider();
    expect(provider.name).toBe(name);
    const { vendor_id: id, url } = await provider.start(request);
    expect(fake.checks.at(-1)).toMatchObject({
      name: '张三',
      number: identity.id_card,
      order: request.order_no,
      back: request.return_url,
    });
    expect(new URL(url ?? '').origin).toBe(fake.base);
    expect((await fetch(url ?? '')).status).toBe(200);
    expect(await provider.result({ vendor_id: id, identity })).toBe('pending');
    fake.decide(id, 'passed');
    expect(await provider.result({ vendor_id: id, identity })).toBe('passed');
    const second = await provider.start(request);
    fake.decide(second.vendor_id, 'failed');
    expect(await provider.result({ vendor_id: second.vendor_id, identity })).toBe(tellsFailures ? 'failed' : 'pending');
  });

  it('knows no result of a check that is not its own', async () => {
    expect(await (await makeProvider()).result({ vendor_id: 'unknown', identity })).toBe('pending');
  });

  it('says that the key is wrong', async () => {
    values[secret] = name === 'alipay' ? 'no key' : 'wrong';
    const code = name === 'alipay' ? 'config_invalid' : 'unauthorized';
    await expect((await makeProvider()).result({ vendor_id: 'x', identity })).rejects.toMatchObject({ code });
  });

  // The facts page names no such error of Alipay.
  it.runIf(throttled)('says that the vendor limits the requests', async () => {
    fake.set({ refuse_as: throttled ?? '' });
    await expect((await makeProvider()).start(request)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  // Alipay's gateway takes the time of a request as it is; the facts page documents no error for a wrong clock.
  it.runIf(knowsTime)('is refused with a clock that is wrong', async () => {
    minutesAhead = 16;
    await expect((await makeProvider()).start(request)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it.each([
    ['half', 'unavailable'],
    ['truncated', 'bad_response'],
  ] as const)('neither opens a second check nor decides on half a response: %s', async (trouble, code) => {
    const provider = await makeProvider();
    const { vendor_id: id } = await provider.start(request);
    fake.decide(id, 'passed');
    const [count, sent] = [fake.checks.length, fake.requests.length];
    fake.set({ trouble });
    await expect(provider.start(request)).rejects.toMatchObject({ name: 'AdapterError', code });
    expect([fake.checks.length, fake.requests.length]).toEqual([count + 1, sent + 1]);
    await expect(provider.result({ vendor_id: id, identity })).rejects.toMatchObject({ name: 'AdapterError', code });
    fake.set({ trouble: 'none' });
    expect(await provider.result({ vendor_id: id, identity })).toBe('passed');
  });

  it.each([
    ['hang_up', 'unavailable'],
    ['html', 'bad_response'],
    ['busy', undefined],
  ] as const)('opens nothing when the vendor is out of order: %s', async (trouble, code) => {
    fake.set({ trouble });
    const count = fake.checks.length;
    await expect((await makeProvider()).start(request)).rejects.toMatchObject({
      name: 'AdapterError',
      ...(code ? { code } : {}),
    });
    expect(fake.checks).toHaveLength(count);
  });
});

it('Tencent’s result of another number is a failure', async () => {
  const fake = await startTencentFace(clock);
  values = { ...fake.settings };
  const provider = await makeProvider();
  const { vendor_id: id } = await provider.start(request);
  fake.decide(id, 'passed');
  const other = { ...identity, id_card: '11010519491231002X' };
  expect(await provider.result({ vendor_id: id, identity: other })).toBe('failed');
  await fake.close();
});

it('a check that one address of Aliyun may have opened, which is paid, is not opened at the other', async () => {
  const fake = await startAliyunFace(clock);
  const lost = await startAliyunFace(clock);
  lost.set({ trouble: 'hang_up' });
  const {
    face_access_key_id: id = '',
    face_access_key_secret: secret = '',
    face_scene_id: scene_id = '',
  } = fake.settings;
  const provider = (first: string): FaceProvider =>
    createAliyunFace(
      { key: { id, secret }, scene_id, bases: [first, fake.base] },
      { clock, nonce: () => `lost-${(nonces += 1)}` },
    );
  await expect(provider(lost.base).start(request)).rejects.toMatchObject({ code: 'unavailable', reason: 'network' });
  expect([lost.requests.length, fake.checks.length]).toEqual([1, 0]);
  await lost.close();
  await provider(lost.base).start(request);
  expect(fake.checks).toHaveLength(1);
  await fake.close();
});
