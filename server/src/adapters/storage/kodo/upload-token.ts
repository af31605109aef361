import { createHmac, timingSafeEqual } from 'node:crypto';
import { AdapterError } from '../../../core/adapter-error.ts';

export type KeyPair = { access_key: string; secret_key: string };

/** What the holder of a signed token may upload, in the spelling of the Kodo protocol. */
export type PutPolicy = {
  /** `bucket`, `bucket:key`, or `bucket:prefix` with `isPrefixalScope`. */
  scope: string;
  /** Unix seconds. */
  deadline: number;
  isPrefixalScope?: 0 | 1;
  /** 1: an existing key is never overwritten. */
  insertOnly?: 0 | 1;
  /** Smallest and largest size in bytes. */
  fsizeMin?: number;
  fsizeLimit?: number;
  /** `image/*;video/mp4`, or `!…` for excluded types; checked against the content, never the name. */
  mimeLimit?: string;
  detectMime?: 0 | 1;
  /** JSON template with `$(key) $(etag) $(fsize) $(mimeType) $(fname) $(x:name) …`. */
  returnBody?: string;
  /** The user the token was issued to; others cannot continue the upload. */
  endUser?: string;
};

/** Url-safe base64 with padding, as the Kodo protocol writes it. */
export function encodeUrlSafe(bytes: Buffer | string): string {
  return Buffer.from(bytes).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
}

/** HMAC-SHA1 of the text in url-safe base64: the signature of tokens and private URLs. */
export function signText(text: string, secretKey: string): string {
  return encodeUrlSafe(createHmac('sha1', secretKey).update(text).digest());
}

/** Compares in constant time. */
export function isSameSignature(actual: string, expected: string): boolean {
  const a = Buffer.from(actual);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Signs a policy; the key order of the object is the order of the signed JSON. */
export function makeUploadToken(policy: PutPolicy, keys: KeyPair): string {
  const encoded = encodeUrlSafe(JSON.stringify(policy));
  return `${keys.access_key}:${signText(encoded, keys.secret_key)}:${encoded}`;
}

/** Returns the policy of a token that we signed and whose deadline (Unix seconds) has not passed. */
export function verifyUploadToken(token: string, keys: KeyPair, nowSec: number): PutPolicy {
  const [accessKey, signature, encoded, ...rest] = token.split(':');
  if (accessKey === undefined || signature === undefined || encoded === undefined || rest.length > 0)
    throw refuse('bad_token');
  const genuine = isSameSignature(signature, signText(encoded, keys.secret_key));
  if (!genuine || !isSameSignature(accessKey, keys.access_key)) throw refuse('bad_token');
  const policy = parsePolicy(encoded);
  if (policy.deadline <= nowSec) throw refuse('expired_token');
  return policy;
}

/** Extracts the token from an `Authorization: UpToken …` header. */
export function parseAuthorization(header: string | undefined): string {
  const token = header?.match(/^UpToken (\S+)$/)?.[1];
  if (token === undefined) throw refuse('bad_token');
  return token;
}

/** Only called after the signature was verified, so the shape is ours; the check guards against a policy of another version. */
function parsePolicy(encoded: string): PutPolicy {
  try {
    const policy: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString());
    if (isPolicy(policy)) return policy;
  } catch (cause) {
    throw refuse('bad_token', cause);
  }
  throw refuse('bad_token');
}

function isPolicy(value: unknown): value is PutPolicy {
  return (
    typeof value === 'object' &&
    value !== null &&
    'scope' in value &&
    typeof value.scope === 'string' &&
    'deadline' in value &&
    Number.isSafeInteger(value.deadline)
  );
}

function refuse(reason: 'bad_token' | 'expired_token', cause?: unknown): AdapterError {
  return new AdapterError('unauthorized', { reason, status: 401, cause });
}
