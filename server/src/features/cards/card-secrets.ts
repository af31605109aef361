import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeSecret } from '@kaike/shared/domain/card-secret';
import { isSameBytes, type Secrets } from '../../core/secrets.ts';

const lookup = 'card-lookup';
const seal = 'card-secret';
const bytesPerSecret = 15;
/** About 3 ms of work; then requests get their turn. */
const secretsPerTurn = 200;

/** Secrets as the table holds them: the n-th of each list belong together. */
export type SealedSecrets = { hashes: Buffer[]; sealed: Buffer[]; last4: string[] };

/**
 * The keyed hash a card is found by; without KAIKE_SECRET nobody can compute it from a secret. While the secret of the
 * installation is being changed, the previous one as well.
 */
export function hashesOf(secrets: Secrets, secret: string): Buffer[] {
  return secrets.hmacs(lookup, secret);
}

/** A secret as its row holds it. Sealed about its hash: the hash finds the card, so a secret put into another row is refused there. */
export function sealCard(secrets: Secrets, secret: string): { hash: Buffer; sealed: Buffer } {
  const hash = secrets.hmac(lookup, secret);
  return { hash, sealed: secrets.seal(seal, secret, hash.toString('base64url')) };
}

/** The secret of a card again, for printing and for those who may see it. Throws when it is not the one the card is found by. */
export function openSecret(secrets: Secrets, card: { secret_enc: Buffer; secret_hash: Buffer }): string {
  const secret = secrets.open(seal, card.secret_enc, card.secret_hash.toString('base64url')).toString('utf8');
  if (!hashesOf(secrets, secret).some((hash) => isSameBytes(hash, card.secret_hash)))
    throw new Error('the sealed secret of a card is that of another card');
  return secret;
}

/** New random secrets, hashed and encrypted, made in small portions so that the process goes on serving. */
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
