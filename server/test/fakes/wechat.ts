import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { listen, type Listener, type Trouble } from './listen.ts';

export type WechatFake = Listener & {
  set: (changes: { trouble?: Trouble; spoil_token?: boolean; knows_address?: boolean }) => void;
  /** Issued tickets, the newest last. */
  tickets: string[];
  /** People who follow the account, and why it refuses others. */
  followers: Map<string, 'follows' | 'blocked'>;
  /** Delivered notices, one for each key of the sender. */
  notices: TemplateMessage[];
};

type TemplateMessage = {
  touser: string;
  template_id: string;
  url?: string;
  client_msg_id: string;
  data: Record<string, { value: string }>;
  msgid: number;
};

export const noticeTemplate = 'template-of-notices';

const secret = 'secret-of-the-account-2026';
export const wechatAccount = { wechat_appid: 'wx1234567890abcdef', wechat_secret: secret } as const;

/** A fake of WeChat's API: tokens that two programs share or invalidate for each other, tickets, everything with status 200. */
export async function startWechat(): Promise<WechatFake> {
  const set = { trouble: 'none' as Trouble, spoil_token: false, knows_address: true };
  const tickets: string[] = [];
  const followers = new Map<string, 'follows' | 'blocked'>();
  const notices: TemplateMessage[] = [];
  let token = '';
  const respond = (content: object) => ({ status: 200, type: 'text/plain', body: JSON.stringify(content) });
  const listener = await listen(
    ({ url, body, method }) => {
      if (url.pathname === '/cgi-bin/stable_token' && method === 'POST') {
        const request = JSON.parse(body) as {
          grant_type: string;
          appid: string;
          secret: string;
          force_refresh: boolean;
        };
        if (request.grant_type !== 'client_credential' || request.appid !== wechatAccount.wechat_appid)
          return respond({ errcode: 40013, errmsg: 'invalid appid' });
        if (request.secret !== secret) return respond({ errcode: 40125, errmsg: 'invalid appsecret' });
        if (!set.knows_address) return respond({ errcode: 40164, errmsg: 'invalid ip' });
        if (token === '' || request.force_refresh) token = randomBytes(16).toString('hex');
        return respond({ access_token: token, expires_in: 7200 });
      }
      if (url.pathname === '/cgi-bin/message/template/send' && method === 'POST') {
        if (set.spoil_token) token = randomBytes(16).toString('hex');
        set.spoil_token = false;
        if (url.searchParams.get('access_token') !== token)
          return respond({ errcode: 40001, errmsg: 'invalid credential' });
        const message = JSON.parse(body) as Omit<TemplateMessage, 'msgid'>;
        const follower = followers.get(message.touser);
        if (message.template_id !== noticeTemplate) return respond({ errcode: 40037, errmsg: 'invalid template_id' });
        if (!follower) return respond({ errcode: 43004, errmsg: 'require subscribe' });
        if (follower === 'blocked') return respond({ errcode: 43101, errmsg: 'user refuse to accept the msg' });
        const earlier = notices.find((one) => one.client_msg_id === message.client_msg_id);
        const msgid = earlier?.msgid ?? 200_163_836 + notices.length;
        if (!earlier) notices.push({ ...message, msgid });
        return respond({ errcode: 0, errmsg: 'ok', msgid });
      }
      if (url.pathname !== '/cgi-bin/ticket/getticket') return respond({ errcode: 48001, errmsg: 'api unauthorized' });
      if (set.spoil_token) token = randomBytes(16).toString('hex');
      set.spoil_token = false;
      if (url.searchParams.get('access_token') !== token)
        return respond({ errcode: 42001, errmsg: 'access_token expired' });
      tickets.push(`ticket-${tickets.length + 1}`);
      return respond({ errcode: 0, errmsg: 'ok', ticket: tickets.at(-1), expires_in: 7200 });
    },
    () => set.trouble,
  );
  return { ...listener, tickets, followers, notices, set: (changes) => void Object.assign(set, changes) };
}

const sha1 = (...parts: string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

export type ReceivedRequest = { query: Record<string, string>; body: string };

/** Time of the vendor's signed example, in Unix seconds. */
export const pushedAt = 1_768_464_000;

/** A message as WeChat's server sends it: written from its documentation, independent of the product's reader. */
export function push(
  xml: string,
  {
    token,
    aes_key,
    app_id = wechatAccount.wechat_appid,
    timestamp = String(pushedAt),
  }: { token: string; aes_key?: string; app_id?: string; timestamp?: string },
): ReceivedRequest {
  const nonce = randomBytes(5).toString('hex');
  const query = { signature: sha1(token, timestamp, nonce), timestamp, nonce, openid: 'oReader' };
  if (aes_key === undefined) return { query, body: xml };
  const key = Buffer.from(aes_key, 'base64');
  const [text, size] = [Buffer.from(xml), Buffer.alloc(4)];
  size.writeUInt32BE(text.length);
  const plain = Buffer.concat([randomBytes(16), size, text, Buffer.from(app_id)]);
  const pad = 32 - (plain.length % 32);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString(
    'base64',
  );
  return {
    query: { ...query, encrypt_type: 'aes', msg_signature: sha1(token, timestamp, nonce, sealed) },
    body: `<xml><ToUserName><![CDATA[gh_1]]></ToUserName><Encrypt><![CDATA[${sealed}]]></Encrypt></xml>`,
  };
}
