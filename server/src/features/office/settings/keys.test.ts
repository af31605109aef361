import { createPrivateKey, createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type AdminPerson, type TestApp } from '../../../../test/app.ts';
import { alipaySettings } from '../../../../test/fakes/alipay.ts';
import { wechatPaySettings } from '../../../../test/fakes/wechat-pay.ts';
import { isSecret } from '../../../core/settings/setting-fields.ts';

let app: TestApp;
let admin: AdminPerson;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.person.admin();
});
afterAll(async () => app.close());

const save = (values: object) => app.http('PUT', '/admin/configs', { as: admin, body: { values } });

const { wxpay_private_key: key, wxpay_v3_key: v3Key } = wechatPaySettings;
const open = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
const asPasted = (text: string): string =>
  `\uFEFF${text
    .replaceAll(/-----[A-Z ]+-----/g, '')
    .replaceAll('\n', '\r\n\u00A0')
    .replaceAll('+', '＋')
    .replaceAll('/', '／')}`;

it('saving a key frees it of what a chat put into it', async () => {
  const { status, body } = await save({
    wxpay_private_key: asPasted(key),
    wxpay_v3_key: ` \u200B${v3Key}\u00A0\r\n`,
    wxpay_public_key: asPasted(wechatPaySettings.wxpay_public_key),
    oauth_alipay_secret: asPasted(alipaySettings.alipay_private_key),
    sms_access_key_secret: '\u3000LTAI ＋／＝\u200B',
  });
  expect([status, body.errors]).toEqual([200, undefined]);
  const { settings } = app.ctx;
  expect(createPrivateKey(await settings.get('wxpay_private_key')).equals(createPrivateKey(key))).toBe(true);
  expect(await settings.get('wxpay_v3_key')).toBe(v3Key);
  expect(await settings.get('wxpay_public_key')).toBe(wechatPaySettings.wxpay_public_key.trim());
  expect(await settings.get('oauth_alipay_secret')).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
  expect(await settings.get('sms_access_key_secret')).toBe('LTAI+/=');
});

it.each<[name: string, values: Record<string, string>, text: string]>([
  ['a public key for a private one', { wxpay_private_key: open }, '您在商户私钥里填的是公钥，请核对'],
  ['a private key for a public one', { alipay_public_key: key }, '您在支付宝公钥里填的是私钥，请核对'],
  [
    'a key that lacks a character',
    { alipay_private_key: key.replace(/(\n.+).\n/, '$1\n') },
    '不完整，可能少复制了几个字符',
  ],
  ['a public key for a certificate', { wxpay_platform_certs: open }, '您在微信支付平台证书里填的是公钥，请核对'],
  ['a text for a key', { wxpay_private_key: '见附件' }, '商户私钥里有密钥中不会出现的字符'],
  ['a short key', { wxpay_v3_key: v3Key.slice(1) }, '32'],
  ['a key with signs no key has', { sms_access_key_secret: 'LTAI（旧）' }, '密钥中不会出现的字符'],
])('saving refuses %s at its field and keeps what was there', async (_, values, text) => {
  const [name = ''] = Object.keys(values);
  const before = (await app.ctx.settings.all()).get(name);
  const { status, body } = await save(values);
  expect([status, Object.keys(body.errors)]).toEqual([422, [name]]);
  expect(String(body.errors[name])).toContain(text);
  expect((await app.ctx.settings.all()).get(name)).toBe(before);
  expect(JSON.stringify(body)).not.toContain(key.split('\n')[3]);
});

it('every secret that another service made is such a key', () => {
  // Chosen by the school itself, or by whom it chose: any text.
  const own = ['common_password', 'ai_callback_secret', 'mail_password', 'sms_gateway_secret', 'sms_receipt_secret'];
  const { fields } = app.ctx.settings.catalog;
  const plain = Object.entries(fields).flatMap(([name, field]) => (isSecret(field) && !field.key_kind ? [name] : []));
  expect(plain.toSorted()).toEqual(own.toSorted());
});
