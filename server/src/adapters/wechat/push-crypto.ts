import { createCipheriv, createDecipheriv, hash, timingSafeEqual } from 'node:crypto';

const blockBytes = 32;
const randomBytesBefore = 16;
const lengthBytes = 4;

/** SHA-1 of the parts in the order of their characters. */
export function signPush(...parts: readonly string[]): string {
  return hash('sha1', parts.toSorted((left, right) => (left < right ? -1 : 1)).join(''), 'hex');
}

/** Whether the signature is that of the parts. */
export function isSignedPush(signature: string, ...parts: readonly string[]): boolean {
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signPush(...parts))];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The key behind the 43 characters of the settings; null for any other text. */
export function readAesKey(text: string): Buffer | null {
  const key = Buffer.from(`${text}=`, 'base64');
  return /^[A-Za-z0-9]{43}$/.test(text) && key.length === 32 ? key : null;
}

/** Seals a text for the account: sixteen random bytes, its length, itself, the account's id. */
export function sealPush(key: Buffer, given: { text: string; app_id: string; random: Buffer }): string {
  const text = Buffer.from(given.text, 'utf8');
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32BE(text.length);
  const plain = Buffer.concat([given.random, length, text, Buffer.from(given.app_id, 'utf8')]);
  const fill = blockBytes - (plain.length % blockBytes);
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  return Buffer.concat([cipher.update(Buffer.concat([plain, Buffer.alloc(fill, fill)])), cipher.final()]).toString(
    'base64',
  );
}

function withoutFill(bytes: Buffer): Buffer | null {
  const fill = bytes.at(-1) ?? 0;
  const isRight =
    fill >= 1 && fill <= blockBytes && fill <= bytes.length && bytes.subarray(-fill).every((byte) => byte === fill);
  return isRight ? bytes.subarray(0, -fill) : null;
}

/** Opens what was sealed for the account; null when it was sealed otherwise or for another. */
export function openPush(key: Buffer, sealed: string, appId: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0) return null;
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = withoutFill(Buffer.concat([decipher.update(bytes), decipher.final()]));
  if (!plain || plain.length < randomBytesBefore + lengthBytes) return null;
  const start = randomBytesBefore + lengthBytes;
  const end = start + plain.readUInt32BE(randomBytesBefore);
  return end <= plain.length && plain.subarray(end).toString('utf8') === appId
    ? plain.subarray(start, end).toString('utf8')
    : null;
}
