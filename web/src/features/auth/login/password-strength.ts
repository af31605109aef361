const goodLength = 12;

/** A hint, not a rule: length counts most, then the kinds of symbols. */
export function passwordStrength(password: string): 'weak' | 'medium' | 'strong' {
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(password)).length;
  const points = kinds + (password.length >= goodLength ? 2 : password.length >= 8 ? 1 : 0);
  return points >= 5 ? 'strong' : points >= 3 ? 'medium' : 'weak';
}
