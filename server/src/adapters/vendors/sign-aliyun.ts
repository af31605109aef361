import { createHash, createHmac } from 'node:crypto';

export type AliyunKey = { id: string; secret: string };

/** A request whose every header is signed; header names in lower case. */
export type AliyunRequest = {
  method: 'GET' | 'POST';
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string;
};

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Percent-encoding of RFC 3986. */
export const encodeParameter = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );

/** Parameters as both the address and the signature hold them: encoded and sorted by name. */
export const canonicalQuery = (params: Readonly<Record<string, string>>): string =>
  Object.entries(params)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${encodeParameter(name)}=${encodeParameter(value)}`)
    .join('&');

const namesOf = (headers: AliyunRequest['headers']): string[] => Object.keys(headers).toSorted();

export const canonicalRequest = ({ method, path, query, headers, body }: AliyunRequest): string =>
  [
    method,
    path,
    query,
    ...namesOf(headers).map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    namesOf(headers).join(';'),
    sha256(body),
  ].join('\n');

/** The Authorization header of an Aliyun API request, scheme V3 (ACS3-HMAC-SHA256). */
export function authorizeAliyun(key: AliyunKey, request: AliyunRequest): string {
  const text = `ACS3-HMAC-SHA256\n${sha256(canonicalRequest(request))}`;
  const signature = createHmac('sha256', key.secret).update(text).digest('hex');
  return `ACS3-HMAC-SHA256 Credential=${key.id},SignedHeaders=${namesOf(request.headers).join(';')},Signature=${signature}`;
}

/** The headers an action needs, all of them signed. */
export function aliyunHeaders(
  action: { host: string; name: string; version: string; body: string },
  { now, nonce }: { now: Date; nonce: string },
): Record<string, string> {
  return {
    host: action.host,
    'x-acs-action': action.name,
    'x-acs-content-sha256': sha256(action.body),
    'x-acs-date': `${now.toISOString().slice(0, 19)}Z`,
    'x-acs-signature-nonce': nonce,
    'x-acs-version': action.version,
  };
}
