import { parseMoment, parseSchoolDay } from './dates/parse-moment.ts';
import type { Field, FieldKind } from './field.ts';
import type { JsonSchema } from './schema.ts';

/** Returned by `read` for a value that is invalid for the kind, with the rule to report. */
export type Unreadable = { readonly unreadable: string };

export type SharedKind = {
  /** PostgreSQL type of the column, as `format_type` names it. */
  readonly column: string;
  readonly schema: JsonSchema;
  /** Rules of every field of the kind. */
  readonly rules?: readonly string[];
  /** Converts a value from JSON, a form or a sheet cell to the stored value. Never throws. */
  readonly read: (raw: unknown, field: Field) => unknown;
  /** The kind of filter it supports. */
  readonly filter: 'equal' | 'range' | 'part' | 'contains' | 'none';
};

export const unreadable = (rule: string): Unreadable => ({ unreadable: rule });

export function isUnreadable(value: unknown): value is Unreadable {
  return typeof value === 'object' && value !== null && 'unreadable' in value;
}

function readText(raw: unknown): unknown {
  if (typeof raw === 'number') return String(raw);
  // PostgreSQL cannot store NUL, and it has no meaning in text.
  return typeof raw === 'string' ? raw.replace(/\0/g, '').trim() : unreadable('string');
}

function readNumber(raw: unknown, rule: 'integer' | 'numeric'): unknown {
  const number = typeof raw === 'string' && raw.trim() !== '' ? Number(raw) : raw;
  if (typeof number !== 'number' || !Number.isFinite(number)) return unreadable(rule);
  return rule === 'integer' && !Number.isSafeInteger(number) ? unreadable(rule) : number;
}

const readInteger = (raw: unknown): unknown => readNumber(raw, 'integer');
/** Fen; what a person typed in yuan is read before. */
const readFen = (raw: unknown): unknown =>
  typeof raw === 'string' && !Number.isFinite(Number(raw)) ? unreadable('money') : readInteger(raw);
/** The id of a row of another resource. Other text was typed without choosing a row. */
const readRow = (raw: unknown): unknown => (isUnreadable(readInteger(raw)) ? unreadable('choose') : readInteger(raw));

function readDecimal(raw: unknown, field: Field): unknown {
  const number = readNumber(raw, 'numeric');
  return typeof number === 'number' ? Number(number.toFixed(field.decimals ?? 2)) : number;
}

function readBoolean(raw: unknown): unknown {
  if (raw === true || raw === 1 || raw === '1' || raw === 'true' || raw === 'yes') return true;
  if (raw === false || raw === 0 || raw === '0' || raw === 'false' || raw === 'no') return false;
  return unreadable('boolean');
}

function readChoice(raw: unknown, field: Field): unknown {
  const text = typeof raw === 'string' || typeof raw === 'number' ? String(raw) : null;
  const match = text === null ? undefined : field.choices?.find((choice) => String(choice.value) === text);
  if (match) return match.value;
  return field.is_open && typeof raw === 'string' ? raw : unreadable('in');
}

function readMoment(raw: unknown, { day_bound: bound }: Field): unknown {
  return parseMoment(raw, bound)?.toISOString() ?? unreadable('date');
}

const readDay = (raw: unknown): unknown => parseSchoolDay(raw) ?? unreadable('date');

function readList(raw: unknown, readOne: (item: unknown) => unknown): unknown {
  const items: unknown[] = typeof raw === 'string' ? raw.split(/[,，、]/) : Array.isArray(raw) ? raw : [];
  if (typeof raw !== 'string' && !Array.isArray(raw)) return unreadable('array');
  const values = items.filter((item) => item !== '').map(readOne);
  return values.find(isUnreadable) ?? [...new Set(values)];
}

const text: SharedKind = { column: 'text', schema: { type: 'string' }, read: readText, filter: 'part' };
const unfiltered: SharedKind = { ...text, filter: 'none' };
const tags: SharedKind = {
  column: 'text[]',
  schema: { type: 'array', items: { type: 'string' } },
  filter: 'contains',
  rules: ['array_length:0,30'],
  read: (raw) => readList(raw, readText),
};
const image: SharedKind = { ...unfiltered, rules: ['max:500'] };
const whole: SharedKind = { column: 'integer', schema: { type: 'integer' }, read: readInteger, filter: 'range' };

/** The shared part of every field kind. */
export const kinds: Record<FieldKind, SharedKind> = {
  id: { ...whole, column: 'bigint' },
  text,
  long_text: unfiltered,
  mobile: { ...text, rules: ['mobile'] },
  email: { ...text, rules: ['email', 'max:254'] },
  // Not trimmed: spaces are part of a password.
  password: { ...text, read: (raw) => (typeof raw === 'string' ? raw : unreadable('string')), filter: 'none' },
  integer: whole,
  decimal: { column: 'numeric', schema: { type: 'number' }, read: readDecimal, filter: 'range' },
  money: { ...whole, column: 'bigint', read: readFen },
  duration: whole,
  bytes: { ...whole, column: 'bigint' },
  boolean: { column: 'boolean', schema: { type: 'boolean' }, read: readBoolean, filter: 'equal' },
  choice: { column: 'smallint', schema: {}, read: readChoice, filter: 'equal' },
  date: { column: 'date', schema: { type: 'string' }, read: readDay, filter: 'range' },
  date_time: { column: 'timestamp with time zone', schema: { type: 'string' }, read: readMoment, filter: 'range' },
  relation: { column: 'bigint', schema: { type: 'integer' }, read: readRow, filter: 'equal' },
  relations: {
    column: 'bigint[]',
    schema: { type: 'array', items: { type: 'integer' } },
    filter: 'contains',
    read: (raw) => readList(raw, readRow),
  },
  tags,
  image,
  json: { column: 'jsonb', schema: {}, read: (raw) => raw, filter: 'none' },
  rich_text: unfiltered,
  icon: { ...unfiltered, rules: ['regex:^[a-z\\d-]{1,50}$'] },
  color: { ...unfiltered, rules: ['regex:^#[\\da-fA-F]{6}$'] },
  // What a browser does not know follows from the title.
  cover_style: { ...unfiltered, rules: ['regex:^[a-z]{2,12}-[a-z]{2,12}-(row|slip)$'] },
  url: { ...unfiltered, rules: ['url'] },
  file: image,
  images: { ...tags, rules: ['max:500'], filter: 'none' },
  map_point: {
    ...unfiltered,
    rules: ['regex:^(wgs84|gcj02):-?(180|(1[0-7]\\d|\\d?\\d)(\\.\\d+)?),-?(90|[0-8]?\\d(\\.\\d+)?)$'],
  },
};
