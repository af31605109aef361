import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeSecret } from '@kaike/shared/domain/cards/card-secret';
import { isSameBytes, type Secrets } from '../../../../core/secrets.ts';

const lookup = 'card-lookup';
const seal = 'card-secret';
const bytesPerSecret = 15;
/** About 3 ms of work between yields to the event loop. */
const secretsPerTurn = 200;

/** Secrets as the table stores them: the n-th elements of the lists belong together. */
export type SealedSecrets = { hashes: Buffer[]; sealed: Buffer[]; last4: string[] };

/**
 * Keyed hashes by which a card is found; they cannot be computed from a card secret without KAIKE_SECRET. While the secret
 * of the installation is being rotated, includes the hash under the previous one.
 */
export function hashesOf(secrets: Secrets, secret: string): Buffer[] {
  return secrets.hmacs(lookup, secret);
}

/** A secret as stored in its row. The seal is bound to the hash, so a sealed secret copied to another row cannot be opened there. */
export function sealCard(secrets: Secrets, secret: string): { hash: Buffer; sealed: Buffer } {
  const hash = secrets.hmac(lookup, secret);
  return { hash, sealed: secrets.seal(seal, secret, hash.toString('base64url')) };
}

/** Opens the secret of a card, for printing and for users who may see it. Throws when it does not match the hash of the card. */
export function openSecret(secrets: Secrets, card: { secret_enc: Buffer; secret_hash: Buffer }): string {
  const secret = secrets.open(seal, card.secret_enc, card.secret_hash.toString('base64url')).toString('utf8');
  if (!hashesOf(secrets, secret).some((hash) => isSameBytes(hash, card.secret_hash)))
    throw new Error('the sealed secret of a card is that of another card');
  return secret;
}

/** New random secrets, hashed and encrypted, made in small portions so that the process keeps serving requests. */
export async function makeSecrets(secrets: Secrets, count: number): Promise<SealedSecrets> {
  const result: SealedSecrets = { hashes: [], sealed: [], last4: [] };
  while (result.hashes.length < count) {
    const portion = Math.min(secretsPerTurn, count - result.hashes.length);
    const random = randomBytes(portion * bytesPerSecret);
    for (let index = 0; index < portion; index += 1) {
      const secret = makeSecret(random.subarray(index * bytesPerSecret, (index + 1) * bytesPerSecret));
      const { hash, sealed } = sealCard(secrets, secret);
      result.hashes.push(hash);
      result.sealed.push(sealed);
      result.last4.push(secret.slice(-4));
    }
    await nextTurn();
  }
  return result;
}
