import { checkValue, type RuleFailure } from '../rules/engine.ts';
import type { Field, FieldKind, Fields } from './field.ts';
import { isUnreadable, kinds } from './kinds.ts';
import { normalizeInput } from './text/normalize-field.ts';

export type FieldFailures = Record<string, RuleFailure[]>;
export type ReadInput = { values: Record<string, unknown>; failures: FieldFailures };

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** All rules of a field: its own first, so that `required` is reported before the kind's format. */
export function rulesOf(field: Field): string[] {
  const own = typeof field.rules === 'string' ? field.rules.split('|') : [...(field.rules ?? [])];
  return [...own, ...(kinds[field.kind].rules ?? [])];
}

/** The stored form of an empty value: null when the field is nullable, else the kind's empty value. */
function emptyValue(field: Field, raw: unknown): unknown {
  if (field.nullable) return null;
  if (kinds[field.kind].column.endsWith('[]')) return [];
  if (kinds[field.kind].column === 'text') return '';
  // A value that somebody emptied is not replaced by one that nobody entered.
  return raw === null || raw === '' ? null : (field.initial ?? null);
}

const choiceKinds = new Set<FieldKind>(['choice', 'relation', 'relations', 'date', 'date_time']);
const uploadKinds = new Set<FieldKind>(['image', 'images', 'file']);

/** Words the failure of a missing value by kind: to be chosen, uploaded or filled in. */
function missingFailure(field: Field, failure: RuleFailure): RuleFailure {
  if (!failure.rule.startsWith('required')) return failure;
  if (choiceKinds.has(field.kind)) return { rule: 'choose', params: [] };
  return uploadKinds.has(field.kind) ? { rule: 'upload', params: [] } : failure;
}

function readField(
  field: Field,
  raw: unknown,
  values: Record<string, unknown>,
): { value: unknown; failures: RuleFailure[] } {
  const empty = isEmpty(raw);
  const value = empty ? emptyValue(field, raw) : kinds[field.kind].read(normalizeInput(field, raw), field);
  if (isUnreadable(value)) return { value: undefined, failures: [{ rule: value.unreadable, params: [] }] };
  const numeric = typeof value === 'number' || kinds[field.kind].filter === 'range';
  const failures = checkValue(value, rulesOf(field), {
    values,
    bail: false,
    ...(numeric ? { type: 'number' as const } : {}),
  });
  if (failures.length === 0 && empty && value === null && !field.nullable && raw !== undefined) {
    return { value, failures: [{ rule: 'required', params: [] }] };
  }
  return { value, failures };
}

/**
 * Parses and validates raw input against fields, in the browser and on the server alike. Every failing field is reported.
 * With `partial` only the fields that were sent are read.
 */
export function parseInput(
  fields: Fields | [string, Field][],
  raw: Record<string, unknown>,
  options: { partial?: boolean } = {},
): ReadInput {
  const values: Record<string, unknown> = {};
  const failures: FieldFailures = {};
  for (const [key, field] of Array.isArray(fields) ? fields : Object.entries(fields)) {
    const rawValue = raw[key] === undefined && !options.partial ? field.initial : raw[key];
    if (rawValue === undefined && options.partial) continue;
    const read = readField(field, rawValue, raw);
    if (read.failures.length > 0) failures[key] = read.failures.map((failure) => missingFailure(field, failure));
    else if (rawValue !== undefined) values[key] = read.value;
  }
  return { values, failures };
}
