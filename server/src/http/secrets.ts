import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export type Secrets = {
  /** Key of 32 bytes for one purpose, derived from KAIKE_SECRET. */
  key: (purpose: string) => Buffer;
  /** Keyed hash of a text for one purpose. */
  hmac: (purpose: string, text: string) => Buffer;
  encrypt: (purpose: string, text: string) => Buffer;
  /** Throws when the bytes were not made by `encrypt` with the same secret and purpose. */
  decrypt: (purpose: string, bytes: Buffer) => string;
};

const ivBytes = 12;
const tagBytes = 16;

/** All keys of the installation come from one secret, each bound to its purpose. */
export function createSecrets(secret: string): Secrets {
  const keys = new Map<string, Buffer>();
  const key = (purpose: string): Buffer => {
    const known = keys.get(purpose);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', secret, 'kaike', purpose, 32));
    keys.set(purpose, made);
    return made;
  };
  return {
    key,
    hmac: (purpose, text) => createHmac('sha256', key(purpose)).update(text).digest(),
    encrypt: (purpose, text) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', key(purpose), iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (purpose, bytes) => {
      const decipher = createDecipheriv('aes-256-gcm', key(purpose), bytes.subarray(0, ivBytes));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

/** SHA-256 of a high-entropy token, as tables keep it. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** A new 256-bit token for cookies and links. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Compares two byte strings in constant time; different lengths are different. */
export function isSameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
