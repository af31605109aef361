import type { Field, Fields } from '@kaike/shared/kit/field';
import { parseInput, type FieldFailures, type ReadInput } from '@kaike/shared/kit/parse-input';
import { deciders, shownFields } from '@kaike/shared/kit/shown-when';
import { serverKinds } from './server-kinds.ts';

type Values = Record<string, unknown>;

/**
 * Reads and validates input as the browser does, then cleans each value for storage. Fields that do not apply are
 * neither validated nor stored.
 */
export function parseFields(
  fields: Fields | [string, Field][],
  raw: Values,
  options: { partial?: boolean } = {},
): ReadInput {
  const entries = Array.isArray(fields) ? fields : Object.entries(fields);
  const applicable = shownFields(entries, options.partial ? { ...unknownOnes(entries, raw), ...raw } : raw);
  const { values, failures } = parseInput(applicable, raw, options);
  const keys = new Set(applicable.map(([key]) => key));
  for (const [key, field] of entries) {
    const { clean } = serverKinds[field.kind];
    if (clean && key in values) values[key] = clean(values[key]);
    if (!keys.has(key) && !options.partial && field.initial !== undefined) values[key] = field.initial;
  }
  return { values, failures };
}

/** In a partial write, fields that were not sent have no value yet, so they hide no other field. */
function unknownOnes(entries: readonly [string, Field][], raw: Values): Values {
  return Object.fromEntries(entries.filter(([key]) => raw[key] === undefined).map(([key]) => [key, undefined]));
}

/** Failures of fields that a change newly shows: `merged` is the row after the change, `changed` the values that were sent. */
export function validateNewlyShown(fields: readonly [string, Field][], merged: Values, changed: Values): FieldFailures {
  const concerned = fields.filter(([, field]) => deciders(field).some((name) => name in changed));
  return parseInput(shownFields(concerned, merged), merged).failures;
}
