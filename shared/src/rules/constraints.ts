export type Constraints = {
  readonly required?: boolean;
  readonly email?: boolean;
  readonly pattern?: string;
  readonly maxlength?: number | string;
  readonly minlength?: number | string;
  readonly type?: string;
  readonly min?: number | string;
  readonly max?: number | string;
};

/** The rules equivalent to an input's constraint attributes, always as an array. */
export function constraintsToRules(constraints: Constraints): string[] {
  const { required, email, pattern, maxlength, minlength, type, min, max } = constraints;
  const isNumber = type === 'number' || type === 'range';
  const rules: string[] = [];
  const add = (name: string, param?: number | string): void => {
    if (param !== undefined && param !== '') rules.push(`${name}:${param}`);
  };
  if (required) rules.push('required');
  if (email || type === 'email') rules.push('email');
  if (type === 'url') rules.push('url');
  if (isNumber) rules.push('double');
  add(isNumber ? 'min_value' : 'min', isNumber ? min : minlength);
  add(isNumber ? 'max_value' : 'max', isNumber ? max : maxlength);
  // The attribute must match the whole value.
  if (pattern) rules.push(`regex:^(?:${pattern})$`);
  return rules;
}
