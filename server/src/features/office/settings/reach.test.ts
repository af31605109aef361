import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { makeMobile } from '../../../../test/factories.ts';
import { alipaySettings } from '../../../../test/fakes/alipay.ts';
import { aliyunSmsSettings } from '../../../../test/fakes/aliyun-sms.ts';
import { geetest4Settings } from '../../../../test/fakes/captcha/geetest.ts';
import { listen, type Listener } from '../../../../test/fakes/listen.ts';
import { aliyunModerationSettings } from '../../../../test/fakes/moderation/aliyun-green.ts';
import { localhostTls } from '../../../../test/fakes/sms/localhost-tls.ts';
import { tencentSpeechSettings } from '../../../../test/fakes/speech/tencent-speech.ts';
import { aliyunTranslationSettings } from '../../../../test/fakes/translation/aliyun-mt.ts';
import { vodSettings } from '../../../../test/fakes/video/aliyun-vod.ts';
import { wechatPaySettings } from '../../../../test/fakes/wechat-pay.ts';
import { wechatAccount } from '../../../../test/fakes/wechat.ts';
import { accountAt } from '../../../../test/fakes/storage-vendors.ts';
import type { SettingKey, SettingValue } from '../../../core/settings/settings.ts';

let app: TestApp;
let inside: Listener;

beforeAll(async () => {
  app = await startTestApp({ uses_outbox: true, config: { env: 'production', public_url: 'https://school.example' } });
  inside = await listen(
    () => ({ status: 200, body: '{}' }),
    () => 'none',
    localhostTls,
  );
});
afterAll(async () => {
  await inside.close();
  await app.close();
});

/** A person of their own for each test, since tests of services are limited. */
async function createTester() {
  const admin: AdminPerson = await app.person.adminWith(['admin.configs.test']);
  await app.ctx.db.updateTable('users').set({ mobile_phone: makeMobile() }).where('id', '=', admin.user_id).execute();
  return async (group: string) => (await app.http('POST', '/admin/configs/test', { as: admin, body: { group } })).body;
}

const set = async (values: object): Promise<void> => {
  for (const [key, value] of Object.entries(values))
    await app.setting(key as SettingKey, value as SettingValue<SettingKey>);
};

const aliyunFace = { face_access_key_id: 'id', face_access_key_secret: 'secret', face_scene_id: '1' };
const accounts: readonly (readonly [group: string, settings: (base: string) => object])[] = [
  ['sms', (base) => ({ ...aliyunSmsSettings, sms_aliyun_base: base })],
  ['captcha', (base) => ({ ...geetest4Settings, geetest_base: base })],
  ['face', (base) => ({ face_driver: 'aliyun', ...aliyunFace, face_aliyun_base: base })],
  ['translation', (base) => ({ ...aliyunTranslationSettings, translation_aliyun_base: base })],
  ['moderation', (base) => ({ ...aliyunModerationSettings, moderation_aliyun_base: base })],
  ['speech', (base) => ({ ...tencentSpeechSettings, speech_tencent_base: base })],
  ['video', (base) => vodSettings({ base, uploads: base })],
  ['wechat', (base) => ({ ...wechatAccount, wechat_base: base })],
  ['payment.wechat', (base) => ({ ...wechatPaySettings, wxpay_base: base })],
  ['payment.alipay', (base) => ({ ...alipaySettings, alipay_gateway: base })],
  ['maps', (base) => ({ maps_driver: 'amap', amap_key: 'k', amap_security_code: 'c', amap_base: base })],
  ['storage', (base) => ({ storage_driver: 'qiniu', ...accountAt.qiniu(base) })],
];

/** Addresses a person with the right to change settings might enter to look into the network of the server. */
const addresses = (): string[] => [
  inside.base,
  inside.base.replace('https://localhost', 'http://127.0.0.1'),
  'https://169.254.169.254',
];

it.each(accounts)(
  'where others use the server, the service of %s is not called on the own network',
  async (group, settingsAt) => {
    const test = await createTester();
    for (const address of addresses()) {
      await set(settingsAt(address));
      const body = await test(group);
      expect(body).toMatchObject({ state: 'failed' });
      expect(body.text).toMatch(/接口地址须以 https 开头|该地址指向内网或本机/);
    }
    expect(inside.requests).toHaveLength(0);
  },
);

it('neither are channels of payment and services to sign in with', async () => {
  await set({
    ...wechatPaySettings,
    ...alipaySettings,
    wxpay_base: inside.base,
    alipay_gateway: inside.base,
    oauth_github_id: 'id',
    oauth_github_secret: 'secret',
    oauth_github_base: inside.base,
  });
  const { pay, identity } = app.ctx.adapters;
  const refused = { code: 'config_invalid', reason: 'private_address' };
  for (const channel of ['wechat', 'alipay'] as const)
    await expect((await pay.find(channel))?.query('T1')).rejects.toMatchObject(refused);
  const callback = { code: 'c', redirect_uri: 'https://school.example/', verifier: 'v', is_silent: false };
  await expect((await identity.find('github'))?.identify(callback)).rejects.toMatchObject(refused);
  expect(inside.requests).toHaveLength(0);
});

it('a service that may stand on the own network is, but never the network’s own addresses', async () => {
  const plain = await listen(() => ({ status: 404, body: '{}' }));
  await set({ storage_driver: 's3', ...accountAt.s3(plain.base) });
  const test = await createTester();
  expect((await test('storage')).state).toBe('failed');
  expect(plain.requests.length).toBeGreaterThan(0);
  await set({ s3_endpoint: 'http://169.254.169.254' });
  expect(await test('storage')).toMatchObject({ state: 'failed', text: '该地址指向内网或本机，服务器不会访问' });
  await plain.close();
});
