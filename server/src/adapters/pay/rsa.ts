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

/** The bytes between the markers of a PEM text, or of bare base64; a single-line input may have removed the line breaks. */
const bytesOf = (text: string): Buffer =>
  Buffer.from(text.replaceAll(/-----[A-Z ]+-----/g, '').replaceAll(/\s/g, ''), 'base64');

/** Parses a pasted private key: PEM, with line breaks or `\n`, or the bare base64 of PKCS#8 or PKCS#1. Null when it is not a key. */
export function readPrivateKey(pasted: string): KeyObject | null {
  const text = unescape(pasted);
  const whole = attempt(() => createPrivateKey(text));
  const der = bytesOf(text);
  if (whole || der.length === 0) return whole;
  return (
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })) ??
    attempt(() => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }))
  );
}

/** Parses a public key: PEM of a key or a certificate, or bare base64. Null when it is not a key. */
export function readPublicKey(pasted: string): KeyObject | null {
  const text = unescape(pasted);
  const whole = attempt(() => createPublicKey(text));
  const der = bytesOf(text);
  return whole || der.length === 0 ? whole : attempt(() => createPublicKey({ key: der, format: 'der', type: 'spki' }));
}

/** The keys of pasted certificates by serial number. */
export function readCertificates(pasted: string): Map<string, KeyObject> {
  const blocks = unescape(pasted).match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  const certificates = blocks.flatMap((pem) => attempt(() => new X509Certificate(pem)) ?? []);
  return new Map(certificates.map((certificate) => [certificate.serialNumber.toUpperCase(), certificate.publicKey]));
}

/** Base64 of an RSA PKCS#1 v1.5 signature with SHA-256. */
export function signRsa(key: KeyObject, message: string): string {
  return createSign('RSA-SHA256').update(message, 'utf8').sign(key, 'base64');
}

/** Whether the signature is valid for the key; false for malformed ones. */
export function isSignedRsa(key: KeyObject, message: string, signature: string): boolean {
  return attempt(() => createVerify('RSA-SHA256').update(message, 'utf8').verify(key, signature, 'base64')) ?? false;
}
