/** `138****8000`; short numbers keep only their last two digits. */
export function maskMobile(mobile: string): string {
  const [head, tail] = mobile.length >= 7 ? [3, 4] : [0, 2];
  return mobile.slice(0, head) + '*'.repeat(Math.max(0, mobile.length - head - tail)) + mobile.slice(-tail);
}

/** `z****@qq.com`: the first character and the domain. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? maskName(email) : `${email.charAt(0)}****${email.slice(at)}`;
}

/** Keeps the first three and last four characters and hides the birth date. */
export function maskIdCard(idCard: string): string {
  return idCard.length > 7
    ? `${idCard.slice(0, 3)}${'*'.repeat(idCard.length - 7)}${idCard.slice(-4)}`
    : '*'.repeat(idCard.length);
}

/** Keeps the first character: 张**, J***. */
export function maskName(name: string): string {
  const characters = Array.from(name);
  return `${characters[0] ?? ''}${'*'.repeat(Math.max(0, characters.length - 1))}`;
}

const masks = { mobile: maskMobile, email: maskEmail, id_card: maskIdCard, name: maskName };

/** Masks a value by its kind; empty stays empty. */
export function maskValue(kind: keyof typeof masks, value: string | null | undefined): string {
  return value ? masks[kind](value) : '';
}
