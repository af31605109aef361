import { hash, randomBytes } from 'node:crypto';
import type { Db } from '../../db/pool.ts';
import { AdapterError } from '../../core/adapter-error.ts';
import type { Secrets } from '../../core/secrets.ts';
import type { SettingStore } from '../../core/settings/settings.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import type { Messenger, Push, PushRequest } from './port.ts';
import { isSignedPush, openPush, parseAesKey, sealPush, signPush } from './push-crypto.ts';
import { parseXml, writeXml } from './push-xml.ts';
import { findNoticeTemplate, sendTemplateNotice } from './template-notice.ts';
import { loadTicket, tryAccount, type WechatAccount } from './tokens.ts';

type MessengerDeps = { db: Db; secrets: Secrets; settings: SettingStore; clock: () => Date } & VendorClientDeps;
type Keys = { token: string; aes_key: Buffer | null; app_id: string };

const officialBase = 'https://api.weixin.qq.com';

/** The signature a page needs to use WeChat's functions: parameters in WeChat's order, nothing encoded, the address without its fragment. */
export function signUrl({
  ticket,
  nonce,
  timestamp,
  url,
}: {
  ticket: string;
  nonce: string;
  timestamp: number;
  url: string;
}): string {
  return hash(
    'sha1',
    `jsapi_ticket=${ticket}&noncestr=${nonce}&timestamp=${timestamp}&url=${url.split('#')[0] ?? ''}`,
    'hex',
  );
}

async function readKeys(settings: SettingStore): Promise<Keys | null> {
  const [token, aesKey, appId] = await Promise.all([
    settings.get('wechat_token'),
    settings.get('wechat_aes_key'),
    settings.get('wechat_appid'),
  ]);
  return token === '' || appId === '' ? null : { token, aes_key: parseAesKey(aesKey), app_id: appId };
}

/** The elements of a message; null unless its signature is valid. */
function openMessage(keys: Keys, { query, body }: PushRequest): Record<string, string> | null {
  const { timestamp = '', nonce = '', signature = '', msg_signature: sealedSignature = '', encrypt_type: kind } = query;
  const outer = parseXml(body);
  if (!outer) return null;
  // An account set to encrypted messages never sends plain ones.
  if (kind !== 'aes')
    return keys.aes_key === null && isSignedPush(signature, keys.token, timestamp, nonce) ? outer : null;
  const sealed = outer['Encrypt'] ?? '';
  if (!keys.aes_key || !isSignedPush(sealedSignature, keys.token, timestamp, nonce, sealed)) return null;
  const plain = openPush(keys.aes_key, sealed, keys.app_id);
  return plain === null ? null : parseXml(plain);
}

function toPush(fields: Record<string, string>, isSealed: boolean): Push | null {
  const {
    FromUserName: from = '',
    ToUserName: to = '',
    CreateTime: time = '',
    MsgType: type = '',
    Event: event = '',
    MsgId: messageId,
  } = fields;
  if (from === '' || type === '') return null;
  const kind = (type === 'event' ? event : type).toLowerCase();
  return {
    id: messageId ?? `${from}:${time}:${kind}:${fields['EventKey'] ?? ''}`,
    from,
    to,
    kind,
    fields,
    is_sealed: isSealed,
  };
}

/** Pushes carry the time of signing; an old one is a replay. */
const freshSec = 300;

async function readAccount(settings: SettingStore): Promise<WechatAccount> {
  const [appId, secret, base] = await Promise.all([
    settings.get('wechat_appid'),
    settings.get('wechat_secret'),
    settings.get('wechat_base'),
  ]);
  return { app_id: appId, secret, base: base || officialBase };
}

const isWhole = ({ app_id, secret }: WechatAccount): boolean => app_id !== '' && secret !== '';

/** The official account configured in the settings. */
export function createMessenger({ db, secrets, settings, clock, fetch }: MessengerDeps): Messenger {
  return {
    async isSetUp() {
      const account = await readAccount(settings);
      return isWhole(account) || (account.app_id === '' && account.secret === '');
    },
    async test() {
      const account = await readAccount(settings);
      if (!isWhole(account)) throw new AdapterError('config_invalid', { reason: 'incomplete' });
      await tryAccount({ fetch }, account);
    },
    async signPage(url) {
      const account = await readAccount(settings);
      if (!isWhole(account)) return null;
      const ticket = await loadTicket({ db, secrets, clock, fetch }, account);
      const [nonce, timestamp] = [randomBytes(12).toString('hex'), Math.floor(clock().getTime() / 1000)];
      return { app_id: account.app_id, timestamp, nonce, signature: signUrl({ ticket, nonce, timestamp, url }) };
    },
    async noticeAccount() {
      return (await findNoticeTemplate(settings, officialBase))?.account.app_id ?? null;
    },
    async sendNotice(notice) {
      const template = await findNoticeTemplate(settings, officialBase);
      if (!template) throw new AdapterError('config_invalid', { reason: 'wechat_notice_template' });
      return sendTemplateNotice({ db, secrets, clock, fetch }, template, notice);
    },
    async readEcho({ signature = '', timestamp = '', nonce = '', echostr = '' }) {
      const keys = await readKeys(settings);
      return keys && isSignedPush(signature, keys.token, timestamp, nonce) ? echostr : null;
    },
    async readPush(request) {
      const keys = await readKeys(settings);
      const isFresh = Math.abs(clock().getTime() / 1000 - Number(request.query['timestamp'])) <= freshSec;
      const fields = keys && isFresh ? openMessage(keys, request) : null;
      return fields ? toPush(fields, request.query['encrypt_type'] === 'aes') : null;
    },
    async writeReply(push, text) {
      const now = Math.floor(clock().getTime() / 1000);
      const plain = writeXml({
        ToUserName: push.from,
        FromUserName: push.to,
        CreateTime: now,
        MsgType: 'text',
        Content: text,
      });
      const keys = await readKeys(settings);
      if (!push.is_sealed || !keys?.aes_key) return plain;
      const sealed = sealPush(keys.aes_key, { text: plain, app_id: keys.app_id, random: randomBytes(16) });
      const nonce = randomBytes(8).toString('hex');
      return writeXml({
        Encrypt: sealed,
        MsgSignature: signPush(keys.token, String(now), nonce, sealed),
        TimeStamp: now,
        Nonce: nonce,
      });
    },
  };
}
