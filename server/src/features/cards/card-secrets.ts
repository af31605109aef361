import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeSecret } from '@kaike/shared/domain/card-secret';
import type { Secrets } from '../../http/secrets.ts';

const lookup = 'card-lookup';
const seal = 'card-secret';
const bytesPerSecret = 15;
/** About 3 ms of work; then requests get their turn. */
const secretsPerTurn = 200;

/** Secrets as the table holds them: the n-th of each list belong together. */
export type SealedSecrets = { hashes: Buffer[]; sealed: Buffer[]; last4: string[] };

/** The keyed hash a card is found by; without KAIKE_SECRET nobody can compute it from a secret. */
export function hashSecret(secrets: Secrets, secret: string): Buffer {
  return secrets.hmac(lookup, secret);
}

/** The secret of a card again, for printing and for those who may see it. */
export function openSecret(secrets: Secrets, sealed: Buffer): string {
  return secrets.decrypt(seal, sealed);
}

/** New random secrets, hashed and encrypted, made in small portions so that the process goes on serving. */
export async function makeSecrets(secrets: Secrets, count: number): Promise<SealedSecrets> {
  const made: SealedSecrets = { hashes: [], sealed: [], last4: [] };
  while (made.hashes.length < count) {
    const portion = Math.min(secretsPerTurn, count - made.hashes.length);
    const random = randomBytes(portion * bytesPerSecret);
    for (let index = 0; index < portion; index += 1) {
      const secret = makeSecret(random.subarray(index * bytesPerSecret, (index + 1) * bytesPerSecret));
      made.hashes.push(hashSecret(secrets, secret));
      made.sealed.push(secrets.encrypt(seal, secret));
      made.last4.push(secret.slice(-4));
    }
    await nextTurn();
  }
  return made;
}
