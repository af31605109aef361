import { createCipheriv, createDecipheriv, hash, timingSafeEqual } from 'node:crypto';

const blockBytes = 32;
const randomBytesBefore = 16;
const lengthBytes = 4;

/** SHA-1 of the parts, sorted by code unit and joined. */
export function signPush(...parts: readonly string[]): string {
  return hash('sha1', parts.toSorted((left, right) => (left < right ? -1 : 1)).join(''), 'hex');
}

/** Whether the signature matches the parts. */
export function isSignedPush(signature: string, ...parts: readonly string[]): boolean {
  const [actual, expected] = [Buffer.from(signature), Buffer.from(signPush(...parts))];
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

/** Decodes the 43 characters in the settings; null for any other text. */
export function parseAesKey(text: string): Buffer | null {
  const key = Buffer.from(`${text}=`, 'base64');
  return /^[A-Za-z0-9]{43}$/.test(text) && key.length === 32 ? key : null;
}

/** Encrypts sixteen random bytes, the length of the text, the text and the account's id. */
export function sealPush(key: Buffer, message: { text: string; app_id: string; random: Buffer }): string {
  const text = Buffer.from(message.text, 'utf8');
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([message.random, length, text, Buffer.from(message.app_id, 'utf8')]);
  const padding = blockBytes - (plain.length % blockBytes);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([
    cipher.update(Buffer.concat([plain, Buffer.alloc(padding, padding)])),
    cipher.final(),
  ]).toString('base64');
}

function withoutPadding(bytes: Buffer): Buffer | null {
  const padding = bytes.at(-1) ?? 0;
  const isRight =
    padding >= 1 &&
    padding <= blockBytes &&
    padding <= bytes.length &&
    bytes.subarray(-padding).every((byte) => byte === padding);
  return isRight ? bytes.subarray(0, -padding) : null;
}

/** Decrypts a message for the account; null when it is malformed or for another account. */
export function openPush(key: Buffer, sealed: string, appId: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0) return null;
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = withoutPadding(Buffer.concat([decipher.update(bytes), decipher.final()]));
  if (!plain || plain.length < randomBytesBefore + lengthBytes) return null;
  const start = randomBytesBefore + lengthBytes;
  const end = start + plain.readUInt32BE(randomBytesBefore);
  return end <= plain.length && plain.subarray(end).toString('utf8') === appId
    ? plain.subarray(start, end).toString('utf8')
    : null;
}
