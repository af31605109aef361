import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

export type Secrets = {
  /** Key of 32 bytes for one purpose, derived from KAIKE_SECRET. */
  key: (purpose: string) => Buffer;
  /** Keyed hash of a text for one purpose. */
  hmac: (purpose: string, text: string | Buffer) => Buffer;
  /** The same with every key in use: the current one first, then the previous one while the secret is being changed. */
  hmacs: (purpose: string, text: string | Buffer) => Buffer[];
  /** Encrypts a value and binds it to what it is about: the row it is stored in, or another unique name. */
  seal: (purpose: string, value: string | Buffer, about: string | number) => Buffer;
  /** Throws when the bytes were not sealed with a secret in use, for the same purpose and the same `about`. */
  open: (purpose: string, sealed: Buffer, about: string | number) => Buffer;
  /** Whether a value was sealed in the current format with the current secret. */
  isCurrent: (sealed: Buffer) => boolean;
  /** Whether a value names the key of a secret that is not in use; one older than the format names none. */
  namesOtherKey: (sealed: Buffer) => boolean;
  /** Prefix of everything sealed in the current format with the current secret. */
  mark: Buffer;
};

const ivBytes = 12;
const tagBytes = 16;
const keyIdBytes = 4;
/** Name and version of the format. Values sealed before it had one begin with 12 random bytes. */
const format = Buffer.from('KKS\u0001', 'latin1');
const markBytes = format.length + keyIdBytes;

type Keys = { mark: Buffer; key: (purpose: string) => Buffer };

const derive = (secret: string, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, 'kaike', purpose, bytes));

function createKeys(secret: string): Keys {
  const keys = new Map<string, Buffer>();
  return {
    mark: Buffer.concat([format, derive(secret, 'key-id', keyIdBytes)]),
    key: (purpose) => {
      const cached = keys.get(purpose);
      if (cached) return cached;
      const derived = derive(secret, purpose, 32);
      keys.set(purpose, derived);
      return derived;
    },
  };
}

const subject = (purpose: string, about: string | number): Buffer => Buffer.from(`${purpose}|${about}`);

function decrypt(key: Buffer, bytes: Buffer, bound: Buffer | null): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  if (bound) decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]);
}

/** Values older than the format are bound to nothing and do not name their key. */
function decryptOlder(all: readonly Keys[], purpose: string, bytes: Buffer): Buffer {
  for (const { key } of all) {
    try {
      return decrypt(key(purpose), bytes, null);
    } catch {
      // Another key may open it.
    }
  }
  throw new Error(
    `a sealed value (${purpose}) cannot be opened: it was changed, moved, or sealed with another KAIKE_SECRET`,
  );
}

/** All keys of the installation come from one secret, each bound to its purpose. The previous secret opens but never seals. */
export function createSecrets(secret: string, previous: string | null = null): Secrets {
  const now = createKeys(secret);
  const all = previous === null || previous === secret ? [now] : [now, createKeys(previous)];
  const hmacBy = ({ key }: Keys, purpose: string, text: string | Buffer): Buffer =>
    createHmac('sha256', key(purpose)).update(text).digest();
  return {
    key: now.key,
    mark: now.mark,
    hmac: (purpose, text) => hmacBy(now, purpose, text),
    hmacs: (purpose, text) => all.map((keys) => hmacBy(keys, purpose, text)),
    isCurrent: (sealed) => sealed.subarray(0, markBytes).equals(now.mark),
    namesOtherKey: (sealed) =>
      sealed.subarray(0, format.length).equals(format) &&
      !all.some(({ mark }) => sealed.subarray(0, markBytes).equals(mark)),
    seal: (purpose, value, about) => {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', now.key(purpose), iv, { authTagLength: tagBytes });
      cipher.setAAD(subject(purpose, about));
      return Buffer.concat([now.mark, iv, cipher.update(value), cipher.final(), cipher.getAuthTag()]);
    },
    open: (purpose, sealed, about) => {
      const keys = all.find(({ mark }) => sealed.subarray(0, markBytes).equals(mark));
      return keys
        ? decrypt(keys.key(purpose), sealed.subarray(markBytes), subject(purpose, about))
        : decryptOlder(all, purpose, sealed);
    },
  };
}

/** SHA-256 of a high-entropy token, as stored in tables. */
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
