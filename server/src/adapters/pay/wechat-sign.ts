import type { KeyObject } from 'node:crypto';
import { signRsa } from './rsa.ts';

export type SignedRequest = { method: string; path: string; timestamp: string; nonce: string; body: string };
type Merchant = { mchid: string; serial: string; private_key: KeyObject };

const scheme = 'WECHATPAY2-SHA256-RSA2048';

/** The string to sign for a request: the exact path with its query, the exact body. */
export function requestMessage({ method, path, timestamp, nonce, body }: SignedRequest): string {
  return `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
}

/** The signed string of a response or a notice. */
export function replyMessage({ timestamp, nonce, body }: { timestamp: string; nonce: string; body: string }): string {
  return `${timestamp}\n${nonce}\n${body}\n`;
}

/** The Authorization header of a request. */
export function authorize(merchant: Merchant, request: SignedRequest): string {
  const signature = signRsa(merchant.private_key, requestMessage(request));
  return `${scheme} mchid="${merchant.mchid}",serial_no="${merchant.serial}",timestamp="${request.timestamp}",nonce_str="${request.nonce}",signature="${signature}"`;
}

/** The parameters a page passes to WeChat to open its cashier. */
export function bridgeParams(
  merchant: Merchant & { appid: string },
  { prepay_id, timestamp, nonce }: { prepay_id: string; timestamp: string; nonce: string },
): Record<string, string> {
  const order = `prepay_id=${prepay_id}`;
  const paySign = signRsa(merchant.private_key, `${merchant.appid}\n${timestamp}\n${nonce}\n${order}\n`);
  return {
    appId: merchant.appid,
    timeStamp: timestamp,
    nonceStr: nonce,
    package: order,
    signType: 'RSA',
    paySign,
  };
}
