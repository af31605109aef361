import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Secrets } from '../../http/secrets.ts';

const purpose = 'card-print';
const [ivBytes, tagBytes] = [12, 16];

/** Encrypts a file for the time it waits, so that a copy of the database opens no card. */
export function sealFile(secrets: Secrets, bytes: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', secrets.key(purpose), iv);
  return Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

/** The file again. Throws when the bytes were changed or sealed under another key. */
export function openFile(secrets: Secrets, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', secrets.key(purpose), sealed.subarray(0, ivBytes));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(ivBytes, -tagBytes)), decipher.final()]);
}
