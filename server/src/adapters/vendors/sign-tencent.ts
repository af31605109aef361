import { createHash, createHmac } from 'node:crypto';

export type TencentKey = { id: string; secret: string };

/** A JSON request to a service of Tencent Cloud. */
export type TencentRequest = { service: string; host: string; content_type: string; body: string; now: Date };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const signedHeaders = 'content-type;host';

export const unixSeconds = (now: Date): string => String(Math.floor(now.getTime() / 1000));
const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

export const canonicalRequest = ({ host, content_type: type, body }: TencentRequest): string =>
  `POST\n/\n\ncontent-type:${type}\nhost:${host}\n\n${signedHeaders}\n${sha256(body)}`;

/** The Authorization header of a Tencent Cloud request, scheme TC3-HMAC-SHA256; the content type is signed exactly as sent. */
export function authorizeTencent(key: TencentKey, request: TencentRequest): string {
  const { service, now } = request;
  const scope = `${dayOf(now)}/${service}/tc3_request`;
  const text = `TC3-HMAC-SHA256\n${unixSeconds(now)}\n${scope}\n${sha256(canonicalRequest(request))}`;
  const signingKey = hmac(hmac(hmac(`TC3${key.secret}`, dayOf(now)), service), 'tc3_request');
  const signature = hmac(signingKey, text).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${key.id}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`;
}
