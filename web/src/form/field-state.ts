import { rulesOf } from '@kaike/shared/kit/parse-input';
import type { Field, Fields } from '@kaike/shared/kit/field';

/** When a field is checked: at every change; on blur, then at every change; on submit only; on blur only. */
export type ValidationMode = 'aggressive' | 'eager' | 'passive' | 'lazy';

/** What the form knows of a field; `dirty` compares with the stored value, `changed` says that it was set. */
export type Flags = {
  touched: boolean;
  untouched: boolean;
  dirty: boolean;
  pristine: boolean;
  valid: boolean;
  invalid: boolean;
  validated: boolean;
  pending: boolean;
  required: boolean;
  changed: boolean;
  passed: boolean;
  failed: boolean;
};

export type FormValues = Record<string, unknown>;
export type FormState<V> = {
  changes: Partial<V>;
  touched: Record<string, true>;
  /** By checked field; empty when it passed. */ errors: Record<string, string>;
};

/** Whether two values are stored as the same. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** The twelve flags of a field. */
export function flagsOf<V>(
  { touched, errors, changes }: FormState<V>,
  { key, field, dirty, busy }: { key: string; field: Field | undefined; dirty: boolean; busy: boolean },
): Flags {
  const [isTouched, validated, invalid] = [key in touched, key in errors, Boolean(errors[key])];
  return {
    touched: isTouched,
    untouched: !isTouched,
    dirty,
    pristine: !dirty,
    invalid,
    valid: !invalid,
    validated,
    pending: busy,
    changed: key in changes,
    required: field !== undefined && rulesOf(field).includes('required'),
    passed: validated && !invalid,
    failed: validated && invalid,
  };
}

/** The fields with a rule that depends on this one: `confirmed:password`, `required_with:mobile_phone,email`. */
export function dependants(fields: Fields, key: string): string[] {
  const dependence = new RegExp(`^(confirmed|required_\\w+):(.*,)?${key}(,|$)`);
  return Object.keys(fields).filter(
    (name) => fields[name] && rulesOf(fields[name]).some((rule) => dependence.test(rule)),
  );
}

/** A server message without the field's label, which is shown above it anyway. */
export function stripLabel(text: string, label: string): string {
  if (label === '' || !text.startsWith(label)) return text;
  const rest = text.slice(label.length).trimStart();
  return rest === '' ? text : rest.charAt(0).toUpperCase() + rest.slice(1);
}
