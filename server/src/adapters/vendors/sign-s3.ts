import { createHash, createHmac } from 'node:crypto';

export type S3Key = { id: string; secret: string; region: string };

/** A request as it is signed: an encoded path, and every header that is signed, names in lower case. */
export type S3Request = {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  /** Hex SHA-256 of the body, or `UNSIGNED-PAYLOAD`. */
  payload: string;
};

export const unsignedPayload = 'UNSIGNED-PAYLOAD';
const algorithm = 'AWS4-HMAC-SHA256';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Percent-encoding of RFC 3986, which is stricter than that of URLs. */
export const encodeStrictly = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
  );

/** A key as a path: each segment encoded once. */
export const encodePath = (key: string): string => key.split('/').map(encodeStrictly).join('/');

/** `20130524T000000Z`. */
export const compactTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export const canonicalQuery = (query: S3Request['query']): string =>
  Object.keys(query)
    .toSorted()
    .map((name) => `${encodeStrictly(name)}=${encodeStrictly(query[name] ?? '')}`)
    .join('&');

const namesOf = (headers: S3Request['headers']): string => Object.keys(headers).toSorted().join(';');

export const canonicalRequest = ({ method, path, query, headers, payload }: S3Request): string =>
  [
    method,
    path,
    canonicalQuery(query),
    ...Object.keys(headers)
      .toSorted()
      .map((name) => `${name}:${headers[name]?.trim() ?? ''}`),
    '',
    namesOf(headers),
    payload,
  ].join('\n');

const scopeOf = ({ region }: S3Key, time: string): string => `${time.slice(0, 8)}/${region}/s3/aws4_request`;

function signatureOf(key: S3Key, request: S3Request, time: string): string {
  const text = [algorithm, time, scopeOf(key, time), sha256(canonicalRequest(request))].join('\n');
  const signing = scopeOf(key, time)
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${key.secret}`);
  return hmac(signing, text).toString('hex');
}

/** The Authorization header of a request that holds `x-amz-date` and `host` among its headers. */
export function authorizeS3(key: S3Key, request: S3Request): string {
  const time = request.headers['x-amz-date'] ?? '';
  const credential = `${key.id}/${scopeOf(key, time)}`;
  return `${algorithm} Credential=${credential},SignedHeaders=${namesOf(request.headers)},Signature=${signatureOf(key, request, time)}`;
}

/** The query of an address anyone may use for some seconds, with the headers that are signed. */
export function presignS3(
  key: S3Key,
  request: Omit<S3Request, 'payload'>,
  { now, seconds }: { now: Date; seconds: number },
): string {
  const time = compactTime(now);
  const query = {
    ...request.query,
    'X-Amz-Algorithm': algorithm,
    'X-Amz-Credential': `${key.id}/${scopeOf(key, time)}`,
    'X-Amz-Date': time,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': namesOf(request.headers),
  };
  const signature = signatureOf(key, { ...request, query, payload: unsignedPayload }, time);
  return `${canonicalQuery(query)}&X-Amz-Signature=${signature}`;
}
