import { channel } from 'node:diagnostics_channel';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createSlots } from '../../../core/slots.ts';

/** Argon2id with 12 MiB in three passes: of the settings OWASP calls equal the one that logs most people in (docs/decisions/0020). */
const cost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const;
const argon2id = 2;
/** The hash of a password nobody knows: what a stranger's guess is compared with, so that it takes as long as any. */
const nobodysHash = '$argon2id$v=19$m=12288,t=3,p=1$eb1zuEezc6ftleEc23i9dQ$Fd4XVz29x9X1QKMiZuzYKpfI3Vz4K2sfa76ZBFg+3+g';

/** Two hashes at a time leave the event loop and the other threads room for everybody else's requests. */
export const inHashSlot = createSlots({ max: 2, line: 500 });

/** Tells the hash that a password is compared with: an observer sees that every guess costs the same work. */
export const comparisons = channel('kaike.password.compare');

/** Compares with a stored hash, or with nobody's in the same time. To be called in a hash slot. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const compared = stored ?? nobodysHash;
  comparisons.publish(compared);
  const isRight = await verify(compared, password);
  return isRight && stored !== null && stored !== undefined;
}

/** The same for callers outside a slot. */
export async function checkPassword(stored: string | null, password: string): Promise<boolean> {
  return inHashSlot(() => isPassword(stored, password));
}

/** The hash to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  return inHashSlot(() => hash(password, cost));
}

/** Whether a stored hash was made with other costs than today's. */
export function needsRehash(stored: string): boolean {
  const used = parseOptions(stored);
  return (
    Number(used.algorithm) !== argon2id ||
    used.memoryCost !== cost.memoryCost ||
    used.timeCost !== cost.timeCost ||
    used.parallelism !== cost.parallelism
  );
}
