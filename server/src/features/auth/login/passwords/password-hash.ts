import { channel } from 'node:diagnostics_channel';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { createSemaphore } from '../../../../core/limits/semaphore.ts';

/** Argon2id with 12 MiB in three passes: of the settings OWASP rates as equivalent, the one with the highest throughput (docs/decisions/0020). */
const cost = { memoryCost: 12_288, timeCost: 3, parallelism: 1 } as const;
const argon2id = 2;
/** The hash of a random password: compared when there is no account, so that timing is the same. */
const nobodysHash = '$argon2id$v=19$m=12288,t=3,p=1$eb1zuEezc6ftleEc23i9dQ$Fd4XVz29x9X1QKMiZuzYKpfI3Vz4K2sfa76ZBFg+3+g';

/** Two hashes at a time leave room for other requests on the event loop and the thread pool. */
export const inHashSlot = createSemaphore({ limit: 2, queue: 500 });

/** Publishes the hash of each comparison, so that a test can verify that every guess costs the same work. */
export const comparisons = channel('kaike.password.compare');

/** Compares with the stored hash, or with a dummy hash in the same time. Call it in a hash slot. */
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

/** Whether a stored hash uses other cost parameters than the current ones. */
export function needsRehash(stored: string): boolean {
  const used = parseOptions(stored);
  return (
    Number(used.algorithm) !== argon2id ||
    used.memoryCost !== cost.memoryCost ||
    used.timeCost !== cost.timeCost ||
    used.parallelism !== cost.parallelism
  );
}
