import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** Base64 of an RSA PKCS#1 v1.5 signature with SHA-256. */
export function signRsa(key: KeyObject, message: string): string {
  return createSign('RSA-SHA256').update(message, 'utf8').sign(key, 'base64');
}

/** Whether the signature is valid for the key; false for malformed ones. A text is signed as UTF-8. */
export function isSignedRsa(key: KeyObject, message: string | Buffer, signature: string): boolean {
  try {
    return createVerify('RSA-SHA256').update(message).verify(key, signature, 'base64');
  } catch {
    return false;
  }
}
