import type { Field } from '../field.ts';
import { rulesOf } from '../read-input.ts';
import { writableFields, type Action, type ResourceDefinition } from '../resource.ts';

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
