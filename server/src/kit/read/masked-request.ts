import { kinds, isUnreadable } from '@kaike/shared/kit/kinds';
import { field, type Field, type FieldKind, type Fields } from '@kaike/shared/kit/field';
import type { AdminCall } from '../../core/call.ts';
import type { Values } from '../behaviour.ts';

export const hidden = '******';

/** Kinds whose values identify nobody and are no secrets; every text is hidden. */
const clearKinds: ReadonlySet<FieldKind> = new Set([
  'id',
  'choice',
  'boolean',
  'relation',
  'relations',
  'integer',
  'decimal',
  'money',
  'duration',
  'bytes',
]);
/** In other columns of the entry, or not logged at all. */
const unlogged: ReadonlySet<string> = new Set(['reason', '_token']);
const common: Fields = { ids: field.relations({ resource: 'members' }), id: field.id(), version: field.integer({}) };
/** Of longer lists only the length is logged. */
const maxListLength = 20;
const maxParameters = 50;

function maskParameter(parameterField: Field | undefined, raw: unknown): unknown {
  if (raw === null || raw === undefined || raw === '') return null;
  if (Array.isArray(raw) && raw.length > maxListLength) return `× ${raw.length}`;
  if (!parameterField || parameterField.masked || !clearKinds.has(parameterField.kind)) return hidden;
  const value = kinds[parameterField.kind].read(raw, parameterField);
  return isUnreadable(value) ? hidden : value;
}

function fieldsOf({ ctx }: AdminCall, name: string, action: string): Fields {
  const resource = ctx.resources.all.find(({ definition }) => definition.name === name);
  return { ...common, ...resource?.definition.fields, ...resource?.definition.actions?.[action]?.fields };
}

/** The request for the operation log: the route, and each parameter by name, with its value only if it is not text. */
export function maskRequest(call: AdminCall, { resource, action }: { resource: string; action: string }): Values {
  const { method, route, raw_query, raw_body, params } = call;
  const fields = fieldsOf(call, resource, action);
  const parameters = Object.entries({
    ...raw_query,
    ...raw_body,
    ...params,
  });
  const logged = parameters
    .filter(([key]) => /^[a-z][a-z0-9_]{0,39}$/.test(key) && !unlogged.has(key))
    .slice(0, maxParameters);
  return {
    method,
    path: route,
    parameters: Object.fromEntries(logged.map(([key, raw]) => [key, maskParameter(fields[key], raw)])),
  };
}
