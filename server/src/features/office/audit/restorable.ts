import { writableFields } from '@kaike/shared/kit/resource';
import type { Field } from '@kaike/shared/kit/field';
import type { Resource } from '../../../kit/behaviour.ts';

/** Kinds that are never restored by a click: secrets, and amounts that were charged. */
const refused = new Set<Field['kind']>(['password', 'money', 'id']);

/** Whether a field can be restored: it is writable, and the log holds it unmasked. */
export function isRestorable({ definition }: Resource, action: string, key: string): boolean {
  if (action !== 'update' || !definition.only.includes('update')) return false;
  const field = writableFields(definition.fields, 'update').find(([name]) => name === key)?.[1];
  return field !== undefined && !refused.has(field.kind) && field.masked === undefined;
}
