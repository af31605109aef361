import { randomBytes, type KeyObject } from 'node:crypto';
import { AdapterError } from '../../core/adapter-error.ts';
import type { VendorClientDeps } from '../http-client/vendor-clients.ts';
import { callService, parseObject, textOf } from '../call-service.ts';
import { isFromWechat } from './wechat-notice.ts';
import { authorize } from './wechat-sign.ts';

export type WechatPay = VendorClientDeps & {
  mchid: string;
  appid: string;
  /** Serial number of the merchant's certificate. */
  serial: string;
  private_key: KeyObject;
  v3_key: Buffer;
  /** WeChat Pay's public key by its id, and its certificates by serial number. */
  platform_keys: ReadonlyMap<string, KeyObject>;
  /** The id of the key that responses must be signed with. */
  reply_key: string;
  notify_url: string;
  base: string;
  /** Origin of the product's own pages. */
  origin: string;
};

export type WechatReply = {
  status: number;
  body: Record<string, unknown>;
  code: string;
  message: string;
  /** Whether WeChat Pay signed it; only failures may be unsigned. */
  signature: 'valid' | 'invalid' | 'absent';
  /** WeChat Pay's time in seconds; null where it does not say. */
  sent_at: number | null;
};

const timeoutMs = 10_000;

/** The codes exist in two spellings, with and without underscores. */
const plainCode = (code: string): string => code.replaceAll('_', '');
export const isCode = (answer: WechatReply, ...codes: string[]): boolean =>
  codes.some((code) => plainCode(code) === plainCode(answer.code));

/** Calls the payment API and accepts only signed responses; 429 and 5xx become `unavailable`. */
export function createWechatClient(config: WechatPay, clock: () => Date) {
  return async function call(method: 'GET' | 'POST', path: string, content?: object): Promise<WechatReply> {
    const body = content ? JSON.stringify(content) : '';
    const timestamp = String(Math.floor(clock().getTime() / 1000));
    const nonce = randomBytes(16).toString('hex').toUpperCase();
    const reply = await callService({
      method,
      url: config.base + path,
      timeout_ms: timeoutMs,
      is_safe: method === 'GET',
      fetch: config.fetch,
      ...(body === '' ? {} : { body }),
      headers: {
        'Content-Type': 'application/json',
        'Wechatpay-Serial': config.reply_key,
        Authorization: authorize(config, { method, path, timestamp, nonce, body }),
      },
    });
    const data = parseObject(reply.text);
    const isValid = isFromWechat(config.platform_keys, { header: reply.header, body: reply.text }, clock());
    const sentAt = reply.header('Wechatpay-Timestamp');
    const answer: WechatReply = {
      status: reply.status,
      body: data,
      code: textOf(data, 'code'),
      message: textOf(data, 'message'),
      signature: isValid ? 'valid' : reply.header('Wechatpay-Signature') === '' ? 'absent' : 'invalid',
      sent_at: /^\d{1,12}$/.test(sentAt) ? Number(sentAt) : null,
    };
    if (reply.status === 429 || reply.status >= 500)
      throw new AdapterError('unavailable', { reason: answer.code || 'busy', status: reply.status });
    const isSuccess = reply.status >= 200 && reply.status < 300;
    if (isSuccess && !isValid) throw new AdapterError('bad_response', { reason: 'signature' });
    return answer;
  };
}

export type CallWechat = ReturnType<typeof createWechatClient>;

/** For rejections that only a change of the settings can fix. */
export const refusal = (answer: WechatReply): AdapterError =>
  new AdapterError('rejected', {
    reason: answer.code || String(answer.status),
    cause: answer.message,
    status: answer.status,
  });
