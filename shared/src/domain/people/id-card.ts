import { ageOn, consentAge } from '../ai/minor.ts';

/** The birthday in a valid ID number, as yyyy-MM-dd; numbers of the old form of 15 digits have no century. */
export function birthdayOfIdCard(idCard: string): string {
  const digits = idCard.length === 15 ? `19${idCard.slice(6, 12)}` : idCard.slice(6, 14);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}

/** Whether a guardian has to agree that the number and the face of its person are used: below fourteen (PIPL, article 31). */
export const needsGuardian = (idCard: string, day: string): boolean =>
  ageOn(birthdayOfIdCard(idCard), day) < consentAge;
