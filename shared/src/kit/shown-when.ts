import type { Field, ShownWhen } from './field.ts';

type Values = Record<string, unknown>;

function holds({ field, in: values, or }: ShownWhen, current: Values): boolean {
  const value = current[field];
  if (value === undefined) return true;
  const isIn = values.some((one) => one === value || (value !== null && one !== null && String(one) === String(value)));
  return isIn || (or !== undefined && holds(or, current));
}

/** Whether a field is shown, given the values of the others. An undefined value does not hide it. */
export const isShown = ({ shown_when: when }: Field, values: Values): boolean => !when || holds(when, values);

/** The fields that decide whether a field is shown. */
export function deciders({ shown_when: when }: Field): string[] {
  const names: string[] = [];
  for (let one = when; one; one = one.or) names.push(one.field);
  return names;
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
