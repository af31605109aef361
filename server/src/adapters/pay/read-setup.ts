import type { Settings } from '../../core/settings.ts';
import type { SettingKey } from '../../core/setting-defaults.ts';
import type { Alipay } from './alipay.ts';
import { readCertificates, readPrivateKey, readPublicKey } from './rsa.ts';
import type { WechatPay } from './wechat-client.ts';

/** What the settings make of a way to pay, or which of them are empty or unreadable. */
export type Setup<T> = { config: T; missing: readonly [] } | { config: null; missing: readonly string[] };

type Place = { settings: Settings; public_url: string | null };

const wechatBase = 'https://api.mch.weixin.qq.com';
const alipayGateway = 'https://openapi.alipay.com/gateway.do';
const v3KeyBytes = 32;

async function readTexts<K extends SettingKey>(settings: Settings, keys: readonly K[]): Promise<Record<K, string>> {
  const values = await Promise.all(keys.map(async (key) => [key, String(await settings.get(key)).trim()] as const));
  return Object.fromEntries(values) as Record<K, string>;
}

const named = (wanted: Record<string, unknown>): string[] =>
  Object.entries(wanted)
    .filter(([, value]) => value === null || value === '')
    .map(([key]) => key);
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** WeChat Pay needs a merchant, its keys, WeChat Pay's own, and an address it can call. */
export async function readWechatSetup({ settings, public_url: publicUrl }: Place): Promise<Setup<WechatPay>> {
  const given = await readTexts(settings, [
    'wxpay_mchid',
    'wxpay_serial',
    'wxpay_private_key',
    'wxpay_v3_key',
    'wxpay_public_key_id',
    'wxpay_public_key',
    'wxpay_platform_certs',
    'wxpay_notify_url',
    'wxpay_base',
    'wechat_appid',
  ]);
  const privateKey = readPrivateKey(given.wxpay_private_key);
  const publicKey = given.wxpay_public_key_id === '' ? null : readPublicKey(given.wxpay_public_key);
  const keys = readCertificates(given.wxpay_platform_certs);
  if (publicKey) keys.set(given.wxpay_public_key_id, publicKey);
  const notifyUrl = given.wxpay_notify_url || (publicUrl ? `${publicUrl}/api/open/pay-order/notify/wechat` : '');
  const v3Key = Buffer.from(given.wxpay_v3_key, 'utf8');
  const missing = named({
    wxpay_mchid: given.wxpay_mchid,
    wechat_appid: given.wechat_appid,
    wxpay_serial: given.wxpay_serial,
    wxpay_private_key: privateKey,
    wxpay_v3_key: v3Key.length === v3KeyBytes ? true : null,
    wxpay_public_key: keys.size > 0 ? true : null,
    wxpay_notify_url: notifyUrl,
  });
  if (!privateKey || missing.length > 0) return { config: null, missing };
  return {
    missing: [],
    config: {
      mchid: given.wxpay_mchid,
      appid: given.wechat_appid,
      serial: given.wxpay_serial,
      private_key: privateKey,
      v3_key: v3Key,
      platform_keys: keys,
      reply_key: publicKey ? given.wxpay_public_key_id : ([...keys.keys()][0] ?? ''),
      notify_url: notifyUrl,
      base: given.wxpay_base || wechatBase,
      origin: publicUrl ?? originOf(notifyUrl),
    },
  };
}

/** Alipay needs an application, both keys, and addresses to call and to come back to. */
export async function readAlipaySetup({ settings, public_url: publicUrl }: Place): Promise<Setup<Alipay>> {
  const given = await readTexts(settings, [
    'alipay_appid',
    'alipay_private_key',
    'alipay_public_key',
    'alipay_seller_id',
    'alipay_gateway',
    'alipay_notify_url',
    'alipay_return_url',
  ]);
  const [privateKey, alipayKey] = [readPrivateKey(given.alipay_private_key), readPublicKey(given.alipay_public_key)];
  const notifyUrl = given.alipay_notify_url || (publicUrl ? `${publicUrl}/api/open/pay-order/notify/alipay` : '');
  const origin = publicUrl ?? originOf(notifyUrl);
  const missing = named({
    alipay_appid: given.alipay_appid,
    alipay_private_key: privateKey,
    alipay_public_key: alipayKey,
    alipay_notify_url: notifyUrl,
  });
  if (!privateKey || !alipayKey || missing.length > 0) return { config: null, missing };
  return {
    missing: [],
    config: {
      app_id: given.alipay_appid,
      private_key: privateKey,
      alipay_key: alipayKey,
      seller_id: given.alipay_seller_id,
      gateway: given.alipay_gateway || alipayGateway,
      notify_url: notifyUrl,
      return_url: given.alipay_return_url || `${origin}/home/pay-order/sync-notify/alipay`,
      origin,
    },
  };
}
