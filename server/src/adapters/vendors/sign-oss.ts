import { createHash, createHmac } from 'node:crypto';
import { compactTime, encodePath, encodeStrictly } from './sign-s3.ts';

export type OssKey = {
  id: string;
  secret: string;
  region: string;
  bucket: string;
  /** Comes with a key that is valid for hours. */
  security_token?: string;
};

export type OssRequest = {
  method: string;
  /** Not encoded. */
  key: string;
  query: Readonly<Record<string, string>>;
  /** Names in lower case; of these, `content-type`, `content-md5` and `x-oss-…` are signed. */
  headers: Readonly<Record<string, string>>;
};

const version = 'OSS4-HMAC-SHA256';
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** A name without a value stands alone. */
const canonicalQuery = (query: OssRequest['query']): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => (query[name] ? `${encodeStrictly(name)}=${encodeStrictly(query[name])}` : encodeStrictly(name)))
    .join('&');

const isSigned = (name: string): boolean =>
  name === 'content-type' || name === 'content-md5' || name.startsWith('x-oss-');

export const canonicalRequest = ({ method, key, query, headers }: OssRequest, bucket: string): string =>
  [
    method,
    `/${bucket}/${encodePath(key)}`,
    canonicalQuery(query),
    ...Object.keys(headers)
      .filter(isSigned)
      .toSorted()
      .map((name) => `${name}:${headers[name]?.trim() ?? ''}`),
    '',
    '',
    'UNSIGNED-PAYLOAD',
  ].join('\n');

/** The query of an address that anyone may use for some seconds, scheme V4; the host is not signed. */
export function presignOss(key: OssKey, request: OssRequest, { now, seconds }: { now: Date; seconds: number }): string {
  const time = compactTime(now);
  const scope = `${time.slice(0, 8)}/${key.region}/oss/aliyun_v4_request`;
  const query = {
    ...request.query,
    'x-oss-credential': `${key.id}/${scope}`,
    'x-oss-date': time,
    'x-oss-expires': String(seconds),
    ...(key.security_token === undefined ? {} : { 'x-oss-security-token': key.security_token }),
    'x-oss-signature-version': version,
  };
  const hash = createHash('sha256')
    .update(canonicalRequest({ ...request, query }, key.bucket))
    .digest('hex');
  const signing = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `aliyun_v4${key.secret}`);
  const signature = hmac(signing, [version, time, scope, hash].join('\n')).toString('hex');
  const pairs = Object.entries(query).map(([name, value]) => `${encodeStrictly(name)}=${encodeStrictly(value)}`);
  return [...pairs, `x-oss-signature=${signature}`].join('&');
}
