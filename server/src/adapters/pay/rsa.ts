import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  X509Certificate,
  type KeyObject,
} from 'node:crypto';

const unescape = (text: string): string => text.trim().replaceAll(String.raw`\n`, '\n');
const attempt = <T>(read: () => T): T | null => {
  try {
    return read();
  } catch {
    return null;
  }
};

/** What stands between the marks of a PEM text, or the bare base64; an input of one line has taken the line breaks out. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, ''), 'base64');

/** A private key as people paste it: PEM, with line breaks or `\n`, or the bare base64 of PKCS#8 or PKCS#1. Null when it is none. */
export function readPrivateKey(given: string): KeyObject | null {
  const text = unescape(given);
  const whole = attempt(() => createPrivateKey(text));
  const der = bytesOf(text);
  if (whole || der.length === 0) return whole;
  return (
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })) ??
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }))
  );
}

/** A public key: PEM of a key or a certificate, or bare base64. Null when it is none. */
export function readPublicKey(given: string): KeyObject | null {
  const text = unescape(given);
  const whole = attempt(() => createPublicKey(text));
  const der = bytesOf(text);
  return whole || der.length === 0 ? whole : attempt(() => createPublicKey({ key: der, format: 'der', type: 'spki' }));
}

/** The keys of pasted certificates, each by its serial number. */
export function readCertificates(given: string): Map<string, KeyObject> {
  const found = unescape(given).match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  const certificates = found.flatMap((pem) => attempt(() => new X509Certificate(pem)) ?? []);
  return new Map(certificates.map((one) => [one.serialNumber.toUpperCase(), one.publicKey]));
}

/** Base64 of an RSA PKCS#1 v1.5 signature with SHA-256. */
export function signRsa(key: KeyObject, message: string): string {
  return createSign('RSA-SHA256').update(message, 'utf8').sign(key, 'base64');
}

/** Whether the signature is the key's; malformed ones are not. */
export function isSignedRsa(key: KeyObject, message: string, signature: string): boolean {
  return attempt(() => createVerify('RSA-SHA256').update(message, 'utf8').verify(key, signature, 'base64')) ?? false;
}
