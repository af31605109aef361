import type { KeyObject } from 'node:crypto';
import { signRsa } from './rsa.ts';

export type SignedRequest = { method: string; path: string; timestamp: string; nonce: string; body: string };
type Merchant = { mchid: string; serial: string; private_key: KeyObject };

const scheme = 'WECHATPAY2-SHA256-RSA2048';

/** The text a request is signed over: the exact path with its query, the exact body. */
export function requestMessage({ method, path, timestamp, nonce, body }: SignedRequest): string {
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** The text a reply or a notice is signed over. */
export function replyMessage({ timestamp, nonce, body }: { timestamp: string; nonce: string; body: string }): string {
  return `${timestamp}\n${nonce}\n${body}\n`;
}

/** The Authorization header of a request. */
export function authorize(merchant: Merchant, request: SignedRequest): string {
  const signature = signRsa(merchant.private_key, requestMessage(request));
  return `${scheme} mchid="${merchant.mchid}",serial_no="${merchant.serial}",timestamp="${request.timestamp}",nonce_str="${request.nonce}",signature="${signature}"`;
}

/** What the page hands to the messenger so that it opens its cashier. */
export function bridgeParams(
  merchant: Merchant & { appid: string },
  given: { prepay_id: string; timestamp: string; nonce: string },
): Record<string, string> {
  const order = `prepay_id=${given.prepay_id}`;
  const paySign = signRsa(merchant.private_key, `${merchant.appid}\n${given.timestamp}\n${given.nonce}\n${order}\n`);
  return {
    appId: merchant.appid,
    timeStamp: given.timestamp,
    nonceStr: given.nonce,
    package: order,
    signType: 'RSA',
    paySign,
  };
}
