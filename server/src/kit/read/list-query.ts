import type { Field } from '@kaike/shared/kit/field';
import { isDay } from '@kaike/shared/kit/dates/parse-moment';
import { isUnreadable, kinds, unreadable } from '@kaike/shared/kit/kinds';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import type { ResourceDefinition, View } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { AppError } from '../../core/app-error.ts';

export type Filter = { key: string; field: Field; /** Text must match exactly. */ is_exact?: boolean } & (
  | { operator: 'equal'; value: unknown }
  | { operator: 'in'; value: unknown[] }
  | { operator: 'between'; from: unknown; to: unknown }
  /** A node of the named tree, or anything below it. */
  | { operator: 'below'; value: number; tree: string }
);
export type ListQuery = {
  filters: Filter[];
  /** One of the list's declared views. */
  view: View | null;
  keyword: string;
  /** Field the keyword is searched in; null is all searchable ones. */
  keyword_field: string | null;
  order: { key: string; direction: 'asc' | 'desc' };
  page: number;
  per_page: number;
  get_count: boolean;
  /** Only the fields that the list needs; otherwise all but the long ones. */
  is_short: boolean;
};

export const maximumPerPage = 200;
export const maximumKeyword = 100;
export const maximumPage = 10_000_000;

type Raw = Record<string, unknown>;
type Operator = 'equal' | 'in' | 'from' | 'to' | 'below';
type FilterInput = Partial<Record<Operator, unknown>>;

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const isBlank = (value: unknown): boolean => value === undefined || (typeof value === 'string' && value.trim() === '');

const operators: Readonly<Record<string, Operator>> = { '': 'in', '0': 'from', '1': 'to', below: 'below' };
/** A filter has one operator; only the two ends of a range belong together. */
const mayStandWith = (operator: Operator, { from: _from, to: _to, ...others }: FilterInput): boolean =>
  Object.keys(others).length === 0 && (operator === 'from' || operator === 'to');

/** Collects `where[field]`, `where[field][]`, `where[field][0|1]` and `where[field][below]` of a flat query string, each once. */
function collectWhere(raw: Raw, refuse: (key: string) => void): Map<string, FilterInput> {
  const inputs = new Map<string, FilterInput>();
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith('where')) continue;
    const [, name = '', part] = /^where\[(\w+)\](?:\[(\d*|below)\])?$/.exec(key) ?? [];
    const operator = part === undefined ? 'equal' : operators[part];
    const input = inputs.get(name) ?? {};
    const isGood =
      name !== '' &&
      operator !== undefined &&
      (operator === 'in' || !Array.isArray(value)) &&
      (Object.keys(input).length === 0 || mayStandWith(operator, input));
    if (isGood) inputs.set(name, { ...input, [operator]: operator === 'in' ? list(value) : value });
    else refuse(key);
  }
  return inputs;
}

function readValue(field: Field, raw: unknown): unknown {
  const kind = kinds[field.kind];
  const text = normalizeInput(field, raw);
  const value =
    kind.filter !== 'contains'
      ? kind.read(text, field)
      : kinds[field.kind === 'relations' ? 'integer' : 'text'].read(text, field);
  // Every text contains an empty one.
  return value === '' ? unreadable('in') : value;
}

/** One end of a range; a bare day is its first or its last moment. */
const readEnd = (field: Field, raw: unknown, end: 'start' | 'end'): unknown =>
  isBlank(raw) ? null : readValue({ ...field, day_bound: end }, raw);

/** The tree table a relation refers to; null for every other field. */
export function treeOf(field: Field): string | null {
  const target = field.kind === 'relation' && field.resource ? findResource(field.resource) : undefined;
  return target?.tree ? target.table : null;
}

function readBelow(key: string, field: Field, raw: unknown): Filter | null {
  const tree = treeOf(field);
  const value = kinds.integer.read(raw, field);
  return tree && typeof value === 'number' ? { key, field, operator: 'below', value, tree } : null;
}

function readRange(key: string, field: Field, { from: rawFrom, to: rawTo }: FilterInput): Filter | null {
  if (kinds[field.kind].filter !== 'range') return null;
  const [from, to] = [readEnd(field, rawFrom, 'start'), readEnd(field, rawTo, 'end')];
  return isUnreadable(from) || isUnreadable(to) ? null : { key, field, operator: 'between', from, to };
}

function readFilter(key: string, field: Field, input: FilterInput): Filter | null {
  if (input.below !== undefined) return readBelow(key, field, input.below);
  if (input.from !== undefined || input.to !== undefined) return readRange(key, field, input);
  const isTime = field.kind === 'date_time';
  if (Array.isArray(input.in)) {
    const value = input.in.map((item) =>
      isBlank(item) || (isTime && isDay(item)) ? unreadable('in') : readValue(field, item),
    );
    return value.some(isUnreadable) ? null : { key, field, operator: 'in', value };
  }
  // The moments of a day.
  if (isTime && isDay(input.equal)) return readRange(key, field, { from: input.equal, to: input.equal });
  const value = input.equal === 'null' && field.nullable ? null : readValue(field, input.equal);
  return isUnreadable(value) ? null : { key, field, operator: 'equal', value };
}

function readPositive(raw: unknown, fallback: number, maximum: number): number | null {
  if (raw === undefined || raw === '') return fallback;
  const number = Number(raw);
  return Number.isInteger(number) && number >= 1 && number <= maximum ? number : null;
}

/** A non-negative safe integer; null for anything else. */
export function parseWhole(raw: unknown, fallback: number): number | null {
  if (raw === undefined || raw === '') return fallback;
  const number = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

type Reader = { definition: ResourceDefinition; raw: Raw; refuse: (key: string) => void; takes_blanks: boolean };

const isOffered = (definition: ResourceDefinition, key: string): boolean =>
  key === 'id' || (definition.list.filters ?? []).includes(key);

/** The text of a filter with an underscore; '' without one, or where it is refused. */
function readOwnText({ refuse, takes_blanks }: Reader, where: Map<string, FilterInput>, key: string): string {
  const input = where.get(key);
  if (!input) return '';
  const text = typeof input.equal === 'string' ? input.equal.replaceAll('\0', '').trim() : null;
  if (text === null || (text === '' && !takes_blanks)) refuse(`where[${key}]`);
  return text ?? '';
}

function readKeyword(reader: Reader, where: Map<string, FilterInput>): Pick<ListQuery, 'keyword' | 'keyword_field'> {
  const { definition, refuse, takes_blanks } = reader;
  const keyword = readOwnText(reader, where, '_keyword');
  const field = readOwnText(reader, where, '_key');
  if (keyword.length > maximumKeyword) refuse('where[_keyword]');
  const isKnown = field === '' || definition.list.search?.includes(field);
  if (!isKnown || (field !== '' && keyword === '' && !takes_blanks)) refuse('where[_key]');
  return { keyword, keyword_field: field || null };
}

function readView(reader: Reader, where: Map<string, FilterInput>): View | null {
  if (!where.has('_view')) return null;
  const key = readOwnText(reader, where, '_view');
  const view = reader.definition.list.views?.find((one) => one.key === key) ?? null;
  if (!view) reader.refuse('where[_view]');
  return view;
}

/** Whether nothing was filled in, as by a form that sends all its fields. */
const isLeftBlank = (input: FilterInput): boolean => Object.values(input).every(isBlank);

function readFilters(reader: Reader): Pick<ListQuery, 'filters' | 'view' | 'keyword' | 'keyword_field'> {
  const { definition, raw, refuse, takes_blanks } = reader;
  const where = collectWhere(raw, refuse);
  const filters: Filter[] = [];
  for (const [key, input] of where) {
    if (key === '_keyword' || key === '_key' || key === '_view') continue;
    const field = isOffered(definition, key) ? definition.fields[key] : undefined;
    if (field && takes_blanks && isLeftBlank(input)) continue;
    const filter = field && !isLeftBlank(input) ? readFilter(key, field, input) : null;
    if (filter) filters.push({ ...filter, is_exact: definition.list.exact?.includes(key) ?? false });
    else refuse(`where[${key}]`);
  }
  return { filters, view: readView(reader, where), ...readKeyword(reader, where) };
}

function readOrder({ definition, raw, refuse }: Reader): ListQuery['order'] {
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith('order')) continue;
    const name = /^order\[(\w+)\]$/.exec(key)?.[1] ?? '';
    const isSortable = name === 'id' || definition.list.sort?.includes(name);
    if (isSortable && (value === 'asc' || value === 'desc')) return { key: name, direction: value };
    refuse(key);
  }
  const initial = definition.list.default_sort;
  return initial.startsWith('-') ? { key: initial.slice(1), direction: 'desc' } : { key: initial, direction: 'asc' };
}

/** Parses the query string of a list into the form of a request query. */
export function parseSearch(search: string): Raw {
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const before = raw[key];
    raw[key] = before === undefined ? value : [...list(before), value];
  }
  return raw;
}

const ownKeys: ReadonlySet<string> = new Set(['page', 'per_page', 'get_count', 'fields']);
const isOwn = (key: string): boolean => ownKeys.has(key) || key.startsWith('where') || key.startsWith('order');

/**
 * Reads which rows a list, a view, an export or a bulk write is about. What is unknown, repeated or unreadable is refused,
 * never ignored. `takes_blanks`: a filter without a value filters nothing, as where a form is only looked at.
 */
export function parseListQuery(
  definition: ResourceDefinition,
  raw: Raw,
  { takes_blanks = false }: { takes_blanks?: boolean } = {},
): ListQuery {
  const failures: FieldFailures = {};
  const refuse = (key: string): void => {
    failures[key] = [{ rule: 'in', params: [] }];
  };
  const reader = { definition, raw, refuse, takes_blanks };
  for (const key of Object.keys(raw)) if (!isOwn(key)) refuse(key);
  const page = readPositive(raw['page'], 1, maximumPage);
  const perPage = readPositive(raw['per_page'], 20, maximumPerPage);
  if (page === null) refuse('page');
  if (perPage === null) refuse('per_page');
  const query = {
    ...readFilters(reader),
    order: readOrder(reader),
    page: page ?? 1,
    per_page: perPage ?? 20,
    get_count: raw['get_count'] === '1',
    is_short: raw['fields'] === 'list',
  };
  if (!query.is_short && raw['fields'] !== undefined) refuse('fields');
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return query;
}
