import type { Field } from './field.ts';

type Values = Record<string, unknown>;

/** Whether a field is shown, given the values of the others. An undefined value does not hide it. */
export function isShown(field: Field, values: Values): boolean {
  const { shown_when: when } = field;
  if (!when || values[when.field] === undefined) return true;
  const value = values[when.field];
  return when.in.some((one) => one === value || (value !== null && one !== null && String(one) === String(value)));
}

/** The fields that are shown, given these values; a value not sent counts as its initial value. */
export function shownFields(fields: readonly [string, Field][], values: Values): [string, Field][] {
  if (fields.every(([, field]) => !field.shown_when)) return [...fields];
  const initial = Object.fromEntries(
    fields.flatMap(([key, field]) => (field.initial === undefined ? [] : [[key, field.initial]])),
  );
  const current = { ...initial, ...values };
  return fields.filter(([, field]) => isShown(field, current));
}
