import { randomBytes, type KeyObject } from 'node:crypto';
import { AdapterError } from '../adapter-error.ts';
import { askService, readObject, textOf } from '../ask-service.ts';
import { isFromWechat } from './wechat-notice.ts';
import { authorize } from './wechat-sign.ts';

export type WechatPay = {
  mchid: string;
  appid: string;
  /** Of the merchant's own certificate. */
  serial: string;
  private_key: KeyObject;
  v3_key: Buffer;
  /** WeChat Pay's public key by its id, and its certificates by serial number. */
  platform_keys: ReadonlyMap<string, KeyObject>;
  /** The one of them replies are to be signed with. */
  reply_key: string;
  notify_url: string;
  base: string;
  /** Origin of the product's own pages. */
  origin: string;
};

export type Answer = { status: number; body: Record<string, unknown>; code: string; message: string };

const timeoutMs = 10_000;

/** Two spellings of the codes are about. */
const plainCode = (code: string): string => code.replaceAll('_', '');
export const isCode = (answer: Answer, ...codes: string[]): boolean =>
  codes.some((code) => plainCode(code) === plainCode(answer.code));

/** Calls the payment interface and believes what comes back only when it is signed; busy and failing answers are `unavailable`. */
export function createWechatClient(given: WechatPay, clock: () => Date) {
  return async function ask(method: 'GET' | 'POST', path: string, content?: object): Promise<Answer> {
    const body = content ? JSON.stringify(content) : '';
    const timestamp = String(Math.floor(clock().getTime() / 1000));
    const nonce = randomBytes(16).toString('hex').toUpperCase();
    const reply = await askService({
      method,
      url: given.base + path,
      timeout_ms: timeoutMs,
      is_safe: method === 'GET',
      ...(body === '' ? {} : { body }),
      headers: {
        'Content-Type': 'application/json',
        'Wechatpay-Serial': given.reply_key,
        Authorization: authorize(given, { method, path, timestamp, nonce, body }),
      },
    });
    const read = readObject(reply.text);
    const answer = { status: reply.status, body: read, code: textOf(read, 'code'), message: textOf(read, 'message') };
    if (reply.status === 429 || reply.status >= 500)
      throw new AdapterError('unavailable', { reason: answer.code || 'busy', status: reply.status });
    const isGood = reply.status >= 200 && reply.status < 300;
    if (isGood && !isFromWechat(given.platform_keys, { header: reply.header, body: reply.text }, clock()))
      throw new AdapterError('bad_response', { reason: 'signature' });
    return answer;
  };
}

export type AskWechat = ReturnType<typeof createWechatClient>;

/** For refusals that only somebody at the settings can mend. */
export const refusal = (answer: Answer): AdapterError =>
  new AdapterError('rejected', {
    reason: answer.code || String(answer.status),
    cause: answer.message,
    status: answer.status,
  });
