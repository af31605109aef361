import { randomInt } from 'node:crypto';

const letters = 'abcdefghjkmnpqrstuvwxyz';
const digits = '23456789';
const passwordLength = 14;

/** A password to be copied once: no look-alike characters, always both letters and digits. */
export function makePassword(): string {
  const all = letters + letters.toUpperCase() + digits;
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const body = Array.from({ length: passwordLength - 2 }, () => pick(all)).join('');
  return pick(letters) + body + pick(digits);
}
