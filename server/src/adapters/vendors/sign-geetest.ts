import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export type GeetestKey = { id: string; secret: string };

export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex');

export function isSame(one: string, two: string): boolean {
  const [left, right] = [Buffer.from(one, 'utf8'), Buffer.from(two, 'utf8')];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** Version 4: proves to the vendor who verifies the lot. */
export const signLot = (secret: string, lotNumber: string): string =>
  createHmac('sha256', secret).update(lotNumber, 'utf8').digest('hex');

/** Version 3: what the browser receives of a challenge the vendor registered. */
export const signChallenge = (secret: string, registered: string): string => md5(registered + secret);

/** Version 3: whether the vendor's script solved this challenge. */
export const isSolved = (secret: string, challenge: string, validate: string): boolean =>
  isSame(validate, md5(`${secret}geetest${challenge}`));

/** Version 3 without the vendor: a challenge of 34 characters, which the script recognizes as its own work. */
export const offlineChallenge = (one: string, two: string): string => md5(one) + md5(two).slice(0, 2);

/** Anybody can calculate this, so it counts only for a challenge that was issued without the vendor. */
export const isSolvedOffline = (challenge: string, validate: string): boolean => isSame(validate, md5(challenge));
