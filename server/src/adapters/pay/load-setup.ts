import { parseCertificates, parsePrivateKey, parsePublicKey } from '../../core/settings/parse-key.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { Alipay } from './alipay.ts';
import { paySettings } from './settings.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { wechatSettings } from '../wechat/settings.ts';
import type { WechatPay } from './wechat-client.ts';

/** A channel's configuration, or the settings that are empty or unreadable. */
export type Setup<T> = { config: T; missing: readonly [] } | { config: null; missing: readonly string[] };

type SetupSource = { settings: SettingStore; public_url: string | null } & VendorClientDeps;

const wechatBase = 'https://api.mch.weixin.qq.com';
const alipayGateway = 'https://openapi.alipay.com/gateway.do';
const v3KeyBytes = 32;

const emptyKeys = (required: Record<string, unknown>): string[] =>
  Object.entries(required)
    .filter(([, value]) => value === null || value === '')
    .map(([key]) => key);
const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');

/** WeChat Pay needs a merchant, its keys, WeChat Pay's keys, and an address it can call. */
export async function loadWechatSetup({ settings, public_url, fetch }: SetupSource): Promise<Setup<WechatPay>> {
  const texts = await settings.read({ ...paySettings, wechat_appid: wechatSettings.wechat_appid });
  const privateKey = parsePrivateKey(texts.wxpay_private_key);
  const publicKey = texts.wxpay_public_key_id === '' ? null : parsePublicKey(texts.wxpay_public_key);
  const keys = parseCertificates(texts.wxpay_platform_certs);
  if (publicKey) keys.set(texts.wxpay_public_key_id, publicKey);
  const notifyUrl = texts.wxpay_notify_url || (public_url ? `${public_url}/api/open/pay-order/notify/wechat` : '');
  const v3Key = Buffer.from(texts.wxpay_v3_key, 'utf8');
  const missing = emptyKeys({
    wxpay_mchid: texts.wxpay_mchid,
    wechat_appid: texts.wechat_appid,
    wxpay_serial: texts.wxpay_serial,
    wxpay_private_key: privateKey,
    wxpay_v3_key: v3Key.length === v3KeyBytes ? true : null,
    wxpay_public_key: keys.size > 0 ? true : null,
    wxpay_notify_url: notifyUrl,
  });
  if (!privateKey || missing.length > 0) return { config: null, missing };
  return {
    missing: [],
    config: {
      mchid: texts.wxpay_mchid,
      appid: texts.wechat_appid,
      serial: texts.wxpay_serial,
      private_key: privateKey,
      v3_key: v3Key,
      platform_keys: keys,
      reply_key: publicKey ? texts.wxpay_public_key_id : ([...keys.keys()][0] ?? ''),
      notify_url: notifyUrl,
      base: texts.wxpay_base || wechatBase,
      origin: public_url ?? originOf(notifyUrl),
      fetch,
    },
  };
}

/** Alipay needs an application, both keys, a notice address and a return address. */
export async function loadAlipaySetup({ settings, public_url, fetch }: SetupSource): Promise<Setup<Alipay>> {
  const texts = await settings.read(paySettings);
  const [privateKey, alipayKey] = [parsePrivateKey(texts.alipay_private_key), parsePublicKey(texts.alipay_public_key)];
  const notifyUrl = texts.alipay_notify_url || (public_url ? `${public_url}/api/open/pay-order/notify/alipay` : '');
  const origin = public_url ?? originOf(notifyUrl);
  const missing = emptyKeys({
    alipay_appid: texts.alipay_appid,
    alipay_private_key: privateKey,
    alipay_public_key: alipayKey,
    alipay_notify_url: notifyUrl,
  });
  if (!privateKey || !alipayKey || missing.length > 0) return { config: null, missing };
  return {
    missing: [],
    config: {
      app_id: texts.alipay_appid,
      private_key: privateKey,
      alipay_key: alipayKey,
      seller_id: texts.alipay_seller_id,
      gateway: texts.alipay_gateway || alipayGateway,
      notify_url: notifyUrl,
      return_url: texts.alipay_return_url || `${origin}/home/pay-order/sync-notify/alipay`,
      origin,
      fetch,
    },
  };
}
