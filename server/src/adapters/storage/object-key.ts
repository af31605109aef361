import { AdapterError } from '../../core/adapter-error.ts';
import { encodeUrlSafe } from './kodo/upload-token.ts';

/** Segments start with a letter or digit, so neither `..` nor a hidden file (the parts live in one) can be named. */
const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;
const MAX_KEY_LENGTH = 512;
const RANDOM_BYTES = 15;

/** Creates `{yyyy}/{mm}/{random}.{ext}` (a folder has no `ext`); year and month are UTC, the random part has 120 bits. */
export function createObjectKey(ext: string, at: Date, random: (bytes: number) => Uint8Array): string {
  const month = String(at.getUTCMonth() + 1).padStart(2, '0');
  const name = Buffer.from(random(RANDOM_BYTES)).toString('hex');
  const suffix = ext === '' ? '' : `.${ext}`;
  return assertObjectKey(`${at.getUTCFullYear()}/${month}/${name}${suffix}`);
}

/** Whether a key stays inside the storage root on every file system. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_KEY_LENGTH && KEY.test(key) && !key.split('/').some((segment) => segment.endsWith('.'));
}

/** Returns the key, or throws for one that could leave the root. */
export function assertObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new AdapterError('rejected', { reason: 'invalid_key', status: 400 });
  return key;
}

/** Encodes a key for a Kodo path: url-safe base64, `~` for none. */
export function encodeObjectKey(key: string | undefined): string {
  return key === undefined ? '~' : encodeUrlSafe(key);
}

/** Decodes a key from a Kodo path; `~` is none. */
export function decodeObjectKey(encoded: string): string | undefined {
  if (encoded === '~') return undefined;
  return assertObjectKey(Buffer.from(encoded, 'base64url').toString());
}

/** The file extension of a key in lower case, or an empty string. */
export function extensionOf(key: string): string {
  return /\.([A-Za-z0-9]+)$/.exec(key)?.[1]?.toLowerCase() ?? '';
}
