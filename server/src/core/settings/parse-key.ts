import { createPrivateKey, createPublicKey, sign, verify, X509Certificate, type KeyObject } from 'node:crypto';
import type { KeyKind } from '@kaike/shared/kit/field';
import { normalizeKey, normalizeToken } from '@kaike/shared/kit/text/normalize-text';

/** What is wrong with a pasted key; the names of the messages that tell of it. */
export type KeyFailure =
  | 'key_characters'
  | 'key_incomplete'
  | 'key_unreadable'
  | 'key_encrypted'
  | 'key_not_rsa'
  | 'key_is_private'
  | 'key_is_public'
  | 'key_is_certificate';

type Content =
  | { is: 'private' | 'public'; key: KeyObject }
  | { is: 'certificate'; certificate: X509Certificate }
  | { is: 'failure'; failure: KeyFailure };

const attempt = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

const marker = /-{1,9}\s{0,9}(BEGIN|END)\s{1,9}([A-Z0-9][A-Z0-9 ]{0,39})-{1,9}/;

/** The base64 between the markers of a PEM text, each with the label of its marker; without a first marker all of it. */
function blocksOf(pasted: string): { label: string; base64: string }[] {
  const text = normalizeKey(pasted.replaceAll(String.raw`\r`, '').replaceAll(String.raw`\n`, '\n'));
  const [first = '', ...rest] = text.split(marker);
  const parts = Array.from({ length: rest.length / 3 }, (_, index) => rest.slice(index * 3, index * 3 + 3));
  const marked = parts.flatMap(([which, label = '', body = '']) => (which === 'BEGIN' ? [{ label, body }] : []));
  const blocks = marked.length > 0 ? marked : [{ label: rest[1] ?? '', body: first }];
  return blocks.map(({ label, body }) => ({ label, base64: body.replaceAll(/\s/g, '') }));
}

/** Whether the outer length of the structure promises more bytes than there are. */
function isCut(der: Buffer): boolean {
  const [tag, first = 0] = der;
  if (tag !== 0x30) return false;
  const lengthBytes = first > 0x80 ? first & 0x7f : 0;
  if (lengthBytes > 4 || der.length < 2 + lengthBytes) return true;
  const length = lengthBytes > 0 ? der.readUIntBE(2, lengthBytes) : first;
  return der.length < 2 + lengthBytes + length;
}

/** Whether the halves of a private key belong together: a wrong character leaves a key that signs nothing. */
const isSound = (key: KeyObject): boolean =>
  attempt(() => verify('sha256', Buffer.of(1), createPublicKey(key), sign('sha256', Buffer.of(1), key))) ?? false;

function readDer(der: Buffer): Content | null {
  const privateKey =
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })) ??
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }));
  if (privateKey) return { is: 'private', key: privateKey };
  const certificate = attempt(() => new X509Certificate(der));
  if (certificate) return { is: 'certificate', certificate };
  const publicKey =
    attempt(() => createPublicKey({ key: der, format: 'der', type: 'spki' })) ??
    attempt(() => createPublicKey({ key: der, format: 'der', type: 'pkcs1' }));
  return publicKey && { is: 'public', key: publicKey };
}

function readBlock({ label, base64 }: { label: string; base64: string }): Content {
  const fail = (failure: KeyFailure): Content => ({ is: 'failure', failure });
  if (/ENCRYPTED/.test(`${label}${base64}`)) return fail('key_encrypted');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return fail('key_characters');
  const der = Buffer.from(base64, 'base64');
  const content = readDer(der);
  if (!content) return fail(isCut(der) ? 'key_incomplete' : 'key_unreadable');
  const key =
    content.is === 'certificate' ? content.certificate.publicKey : content.is === 'failure' ? null : content.key;
  if (key?.asymmetricKeyType !== 'rsa') return fail('key_not_rsa');
  return content;
}

const contentsOf = (pasted: string): Content[] => (pasted.trim() === '' ? [] : blocksOf(pasted).map(readBlock));

/** An RSA key that was pasted as PEM or as bare base64, whatever a chat did to its blanks and signs. Null when it is none. */
export function parsePrivateKey(pasted: string): KeyObject | null {
  for (const content of contentsOf(pasted)) if (content.is === 'private') return content.key;
  return null;
}

/** The same of a public key, or of a certificate. */
export function parsePublicKey(pasted: string): KeyObject | null {
  for (const content of contentsOf(pasted)) {
    if (content.is === 'public') return content.key;
    if (content.is === 'certificate') return content.certificate.publicKey;
  }
  return null;
}

/** The keys of pasted certificates by serial number, first the one that is valid longest. */
export function parseCertificates(pasted: string): Map<string, KeyObject> {
  const certificates = contentsOf(pasted).flatMap((content) =>
    content.is === 'certificate' ? [content.certificate] : [],
  );
  const latestFirst = certificates.toSorted((a, b) => Date.parse(b.validTo) - Date.parse(a.validTo));
  return new Map(latestFirst.map((certificate) => [certificate.serialNumber.toUpperCase(), certificate.publicKey]));
}

const contentOf = { private: 'private', public: 'public', certificates: 'certificate' } as const;

/** The stored form of a pasted key, or why it cannot be the key that belongs there. */
export function cleanKey(kind: KeyKind, pasted: string): { value: string } | { failure: KeyFailure } {
  if (kind === 'token') {
    const value = normalizeToken(pasted);
    return /^[\u0021-\u007e]+$/.test(value) ? { value } : { failure: 'key_characters' };
  }
  const contents = contentsOf(pasted);
  const right = contents.filter((content) => content.is === contentOf[kind]);
  const wrong = contents.find((content) => content.is !== contentOf[kind]);
  if (wrong && (right.length === 0 || kind !== 'private'))
    return { failure: wrong.is === 'failure' ? wrong.failure : `key_is_${wrong.is}` };
  if (right.some((content) => content.is === 'private' && !isSound(content.key))) return { failure: 'key_unreadable' };
  const texts = right.map((content) => {
    if (content.is === 'certificate') return content.certificate.toString();
    if (content.is === 'failure') return '';
    return content.key.export({ format: 'pem', type: content.is === 'private' ? 'pkcs8' : 'spki' }).toString();
  });
  return texts.length > 0
    ? { value: (kind === 'certificates' ? texts : texts.slice(0, 1)).join('').trim() }
    : { failure: 'key_unreadable' };
}
