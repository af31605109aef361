import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { inspect } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { alipaySettings, startAlipay, type AlipayFake } from '../../../../test/fakes/alipay.ts';
import { startWechatPay, wechatPaySettings, type WechatPayFake } from '../../../../test/fakes/wechat-pay.ts';

let app: TestApp;
let admin: AdminPerson;
let wechat: WechatPayFake;
let alipay: AlipayFake;
let skewMs = 0;

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

beforeAll(async () => {
  app = await startTestApp({ config: { public_url: 'https://kaike.example.com' } });
  admin = await app.person.admin();
  const skewed = (): Date => new Date(app.clock.now().getTime() + skewMs);
  [wechat, alipay] = await Promise.all([startWechatPay(skewed), startAlipay(app.clock.now)]);
});
afterAll(async () => {
  await Promise.all([wechat.close(), alipay.close()]);
  await app.close();
});
beforeEach(() =>
  enter({
    ...wechatPaySettings,
    ...alipaySettings,
    wxpay_base: wechat.base,
    alipay_gateway: `${alipay.base}/gateway.do`,
  }),
);
afterEach(() => {
  vi.restoreAllMocks();
  skewMs = 0;
  wechat.set({ trouble: 'none', refusal: null, is_signing_errors: true });
  alipay.set({ trouble: 'none', refusal: null, is_signing: true });
});

async function enter(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await app.setting(key as SettingKey, value);
}

/** The answer; tests are limited by the minute. */
async function test(channel: 'wechat' | 'alipay') {
  app.clock.advance(61_000);
  return (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: `payment.${channel}` } })).body;
}
const isReady = async (channel: 'wechat' | 'alipay') =>
  (await app.http('GET', '/admin/configs', { as: admin })).body.tests[`payment.${channel}`];

describe('the test of WeChat Pay', () => {
  it('queries a payment that does not exist, and makes none', async () => {
    const answer = await test('wechat');
    expect(answer).toMatchObject({ state: 'passed', title: expect.stringContaining('商户私钥正确'), url: null });
    expect(answer.text).toMatch(/^微信支付公钥也已确认/);
    expect(wechat.requests.at(-1)?.path).toMatch(/^\/v3\/pay\/transactions\/out-trade-no\/TEST-\w{24}\?mchid=/);
    expect([wechat.trades.size, wechat.refunds.size]).toEqual([0, 0]);
    wechat.set({ refusal: { status: 404, code: 'RESOURCE_NOT_EXISTS' } });
    expect((await test('wechat')).state).toBe('passed');
  });

  it('does not claim to know the public key when the answer is not signed', async () => {
    wechat.set({ is_signing_errors: false });
    expect(await test('wechat')).toMatchObject({ state: 'passed', text: expect.stringContaining('公钥未能确认') });
  });

  it.each<[name: string, values: Record<string, string>, text: RegExp]>([
    [
      'another private key',
      { wxpay_private_key: stranger.privateKey },
      /没有认可签名，请核对商户号、商户证书序列号和商户私钥/,
    ],
    ['another serial', { wxpay_serial: '0'.repeat(40) }, /没有认可签名/],
    ['another merchant', { wxpay_mchid: '1900000000' }, /没有认可签名/],
    ['another public key', { wxpay_public_key: stranger.publicKey }, /验签未通过，请核对微信支付公钥及其 ID/],
    ['another id of it', { wxpay_public_key_id: 'PUB_KEY_ID_0' }, /验签未通过/],
  ])('names what to check with %s', async (_, values, text) => {
    await enter(values);
    const answer = await test('wechat');
    expect(answer).toMatchObject({ state: 'failed', title: '微信支付：测试未通过' });
    expect(answer.text).toMatch(text);
    expect(JSON.stringify(answer)).not.toMatch(/PRIVATE|invalid_key|SIGN_ERROR/);
  });

  it.each([
    [400, 'MCH_NOT_EXISTS', '微信支付查不到这个商户号，请核对'],
    [403, 'NO_AUTH', '这个商户号没有查询订单的权限，请在微信支付商户平台开通'],
    [403, 'NOAUTH', '这个商户号没有查询订单的权限，请在微信支付商户平台开通'],
    [403, 'ACCOUNT_ERROR', '微信支付拒绝了这次查询，请核对商户号的状态和权限 (ACCOUNT_ERROR)'],
  ])('puts %d %s into words', async (status, code, text) => {
    wechat.set({ refusal: { status, code } });
    expect(await test('wechat')).toMatchObject({ state: 'failed', text });
  });

  it.each([-301_000, 301_000])('says that the clocks differ by %d ms', async (ms) => {
    skewMs = ms;
    expect((await test('wechat')).text).toBe('服务器时间与微信支付相差 5 分钟以上，请校准');
  });

  it.each([
    ['half', /^无法连接，请检查服务器的网络和接口地址$/],
    ['truncated', /^对方返回的内容不完整或无法识别/],
    ['html', /接口地址/],
  ] as const)('fails with %s', async (trouble, text) => {
    wechat.set({ trouble });
    const answer = await test('wechat');
    expect(answer.state).toBe('failed');
    expect(answer.text).toMatch(text);
  });
});

describe('the test of Alipay', () => {
  it('queries a payment that does not exist, and makes none', async () => {
    const answer = await test('alipay');
    expect(answer).toMatchObject({ state: 'passed', title: expect.stringContaining('支付宝公钥正确') });
    expect(alipay.requests.at(-1)?.url.searchParams.get('method')).toBe('alipay.trade.query');
    expect([alipay.trades.size, alipay.refunds.size]).toEqual([0, 0]);
  });

  it.each<[name: string, values: Record<string, string>, text: RegExp]>([
    ['another private key', { alipay_private_key: stranger.privateKey }, /没有认可签名，请核对应用私钥/],
    ['another application', { alipay_appid: '2021000000000000' }, /^支付宝查不到这个应用，请核对应用 ID$/],
    [
      'the public key of the application',
      { alipay_public_key: ownPublicKey() },
      /验签未通过。请核对支付宝公钥（不是应用公钥）/,
    ],
  ])('names what to check with %s', async (_, values, text) => {
    await enter(values);
    const answer = await test('alipay');
    expect(answer).toMatchObject({ state: 'failed', title: '支付宝：测试未通过' });
    expect(answer.text).toMatch(text);
    expect(JSON.stringify(answer)).not.toContain('PRIVATE');
  });

  it.each([
    [{ code: '40002', sub_code: 'isv.invalid-timestamp' }, '服务器时间与支付宝相差太多，请校准'],
    [{ code: '40006', sub_code: 'x' }, '这个应用没有查询交易的权限，请在支付宝开放平台签约并上线应用'],
    [{ code: '40001', sub_code: '' }, '支付宝拒绝了这次查询，请核对应用的状态和权限 (40001)'],
  ])('puts %o into words', async (refusal, text) => {
    alipay.set({ refusal });
    expect(await test('alipay')).toMatchObject({ state: 'failed', text });
  });

  it('believes no unsigned answer', async () => {
    alipay.set({ is_signing: false });
    expect(await test('alipay')).toMatchObject({ state: 'failed', text: expect.stringContaining('验签未通过') });
  });

  it.each(['half', 'truncated', 'html'] as const)('fails with %s', async (trouble) => {
    alipay.set({ trouble });
    const answer = await test('alipay');
    expect(answer.state).toBe('failed');
    expect(answer.text).toMatch(/无法连接|支付宝网关/);
  });
});

function ownPublicKey(): string {
  return createPublicKey(alipaySettings.alipay_private_key).export({ type: 'spki', format: 'pem' }).toString();
}

describe.each([
  ['wechat', { wxpay_private_key: 'no key' }, '商户私钥', 'wxpay_mchid'],
  ['alipay', { alipay_public_key: 'no key' }, '支付宝公钥', 'alipay_appid'],
] as const)('the settings of %s', (channel, wrong, name, first) => {
  it('are named while they are empty or unreadable, and a warning stands only over a begun account', async () => {
    expect(await isReady(channel)).toBe(true);
    await enter(wrong);
    expect(await isReady(channel)).toBe(false);
    const { requests } = channel === 'wechat' ? wechat : alipay;
    const count = requests.length;
    const text = `以下设置还没有填写，或内容无法识别：${name}`;
    expect(await test(channel)).toMatchObject({ state: 'failed', text });
    await enter({ [first]: '' });
    expect(await isReady(channel)).toBe(true);
    expect((await test(channel)).text).toContain('、');
    expect(requests).toHaveLength(count);
  });

  it('are tested within a limit of time, and never logged', async () => {
    const spy = vi.spyOn(app.ctx.log, 'warn');
    const timeout = new DOMException('too late', 'TimeoutError');
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort(timeout));
    expect((await test(channel)).text).toBe('对方在限定时间内没有回答，请稍后再试');
    expect(spy).toHaveBeenCalledOnce();
    const logged = inspect(spy.mock.calls, { depth: null });
    expect(logged).toContain('TimeoutError');
    for (const secret of [
      wechatPaySettings.wxpay_v3_key,
      ...[wechatPaySettings.wxpay_private_key, alipaySettings.alipay_private_key].map(
        (pem) => pem.split('\n')[2] ?? pem,
      ),
    ])
      expect(logged).not.toContain(secret);
  });
});
