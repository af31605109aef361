import type { Field } from '../field.ts';
import { rulesOf } from '../parse-input.ts';
import { writableFields, type Action, type ResourceDefinition } from '../resource.ts';
import { isShown } from '../shown-when.ts';
import { isOffered } from './offer.ts';

/** How a field is edited in the list: by updating the row, or by an action that requires no other field. */
export type QuickEditWay = {
  readonly field: Field;
  readonly permission: string;
  readonly action: (Action & { readonly name: string }) | null;
};

const isRequired = (field: Field): boolean => rulesOf(field)[0]?.startsWith('required') ?? false;

function actionFor(definition: ResourceDefinition, key: string): QuickEditWay | null {
  for (const [name, action] of Object.entries(definition.actions ?? {})) {
    const { [key]: field, ...others } = action.fields ?? {};
    if (action.on === 'rows' && !action.hidden && field && !Object.values(others).some(isRequired))
      return { field, permission: name, action: { ...action, name } };
  }
  return null;
}

/** How to edit a field in the list, or null when the definition does not offer it. */
export function quickEditWay(definition: ResourceDefinition, key: string): QuickEditWay | null {
  if (!definition.list.quick_edit?.includes(key)) return null;
  const writable = definition.only.includes('update')
    ? writableFields(definition.fields, 'update').find(([name]) => name === key)
    : undefined;
  return writable ? { field: writable[1], permission: 'update', action: null } : actionFor(definition, key);
}

type Value = string | number | boolean;
/** The two values of a field that is on or off, with the keys of their names. */
export type OnOff = Record<'on' | 'off', { readonly value: Value; readonly key: string }>;

/** The values of a field that is on or off: a boolean, or a choice of just `on` and `off`; null for any other. */
export function onOffOf({ kind, choices = [] }: Field): OnOff | null {
  if (kind === 'boolean') return { on: { value: true, key: 'yes' }, off: { value: false, key: 'no' } };
  const [on, off] = ['on', 'off'].map((key) => choices.find((choice) => choice.key === key));
  return on && off && choices.length === 2 ? { on, off } : null;
}

/** Whether the row can be brought from one value to the other in this way. */
export function canSet(
  { field, action }: QuickEditWay,
  row: Readonly<Record<string, unknown>>,
  [from, to]: unknown[],
): boolean {
  if (!isShown(field, row) || (field.choices && !field.choices.some(({ value }) => value === to))) return false;
  if (!action) return true;
  const allowed = action.from?.[Number(to)];
  return isOffered(action, row) && (!allowed || allowed.some((one) => one === from));
}
