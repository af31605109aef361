/** The birthday in a valid ID number, as yyyy-MM-dd; numbers of the old form of 15 digits have no century. */
export function birthdayOfIdCard(idCard: string): string {
  const digits = idCard.length === 15 ? `19${idCard.slice(6, 12)}` : idCard.slice(6, 14);
  return `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
}
