import { afterAll, beforeAll, expect, it } from 'vitest';
import vectors from '../../../../test/fakes/vectors/alipay-rsa2.json' with { type: 'json' };
import type { SettingKey } from '../../../core/settings/settings.ts';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';

let app: TestApp;
let admin: AdminPerson;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(() => app.close());

async function enter(values: Record<string, string>): Promise<void> {
  for (const [key, value] of Object.entries(values)) await app.setting(key as SettingKey, value);
}

/** The answer; tests are limited by the minute. */
async function test(locale = 'zh-CN') {
  app.clock.advance(61_000);
  const headers = { 'accept-language': locale };
  return (await app.http('POST', '/admin/configs/test', { as: admin, body: { group: 'other_login' }, headers })).body;
}
const isReady = async () => (await app.http('GET', '/admin/configs', { as: admin })).body.tests.other_login;

it('says that nothing is entered', async () => {
  expect(await isReady()).toBe(true);
  expect(await test()).toMatchObject({ state: 'failed', text: '还没有填写任何第三方登录', url: null });
});

it('names what is missing or unreadable, and else sends the person to sign in once', async () => {
  await enter({ oauth_qq_id: 'qq-app' });
  expect(await isReady()).toBe(false);
  expect((await test()).text).toMatch(/^以下设置还没有填写，或内容无法识别：QQ App \w+$/);
  await enter({
    oauth_qq_secret: 'the-secret',
    oauth_alipay_id: vectors.appId,
    oauth_alipay_secret: 'no key',
    alipay_public_key: vectors.alipayPublicKeyPem,
  });
  expect((await test()).text).toMatch(/：支付宝登录私钥、支付宝公钥$/);
  await enter({ oauth_alipay_secret: vectors.appPrivateKeyPkcs8Pem });
  expect(await isReady()).toBe(true);
  const answer = await test();
  expect(answer).toEqual({
    state: 'local',
    title: 'QQ、支付宝已填写完整，要由您登录一次来确认',
    text: expect.stringMatching(/请在“第三方账号”中绑定一次自己的账号/),
    url: '/home/personage/ousers',
  });
  expect(JSON.stringify(answer)).not.toMatch(/the-secret|PRIVATE/);
  await enter({ oauth_github_id: 'app', oauth_github_secret: 's', weixinweb_appid: 'wx1', weixinweb_secret: 's' });
  expect((await test()).title).toMatch(/^微信扫码、QQ、支付宝、GitHub 已填写完整/);
  expect((await test('en')).title).toMatch(/QQ, Alipay, GitHub: complete/);
});
