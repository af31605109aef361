import { ageOn, consentAge } from '../ai/minor.ts';

/** The birthday in a valid ID number, as yyyy-MM-dd; numbers of the old form of 15 digits have no century. */
export function birthdayOfIdCard(idCard: string): string {
  const digits = idCard.length === 15 ? `19${idCard.slice(6, 12)}` : idCard.slice(6, 14);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Whether a guardian has to agree that the number and the face of its person are used: below fourteen (PIPL, article 31). */
export const needsGuardian = (idCard: string, day: string): boolean =>
  ageOn(birthdayOfIdCard(idCard), day) < consentAge;

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/**
 * The one form of an ID number by which persons are told apart: 18 characters with a large X. The old form of 15 digits has no
 * century, which was always 19, and no check character. Expects a number that the rule `id_card` accepts.
 */
export function normalizeIdCard(idCard: string): string {
  if (!/^\d{15}$/.test(idCard)) return idCard.toUpperCase();
  const digits = `${idCard.slice(0, 6)}19${idCard.slice(6)}`;
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);
  return digits + '10X98765432'.charAt(sum % 11);
}

/** The last four characters of both forms of a number, by which rows are found. */
export function idCardEndings(idCard: string): string[] {
  const number = normalizeIdCard(idCard);
  return [number.slice(-4), ...(number.slice(6, 8) === '19' ? [number.slice(13, 17)] : [])];
}
