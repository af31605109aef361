import type { Field } from '@kaike/shared/kit/field';
import { isUnreadable, kinds } from '@kaike/shared/kit/kinds';
import { normalizeInput } from '@kaike/shared/kit/text/normalize-field';
import type { ResourceDefinition, View } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import type { FieldFailures } from '@kaike/shared/kit/read-input';
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
type FilterInput = { equal?: unknown; in?: unknown[]; from?: unknown; to?: unknown; below?: unknown };

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Collects `where[field]`, `where[field][]`, `where[field][0|1]` and `where[field][below]` of a flat query string. */
function collectWhere(raw: Raw, refuse: (key: string) => void): Map<string, FilterInput> {
  const inputs = new Map<string, FilterInput>();
  for (const [key, value] of Object.entries(raw)) {
    if (!key.startsWith('where')) continue;
    const match = /^where\[(\w+)\](?:\[(\d*|below)\])?$/.exec(key);
    const [, name = '', part] = match ?? [];
    if (!match || ![undefined, '', '0', '1', 'below'].includes(part)) {
      refuse(key);
      continue;
    }
    const input = inputs.get(name) ?? {};
    if (part === undefined && !Array.isArray(value)) input.equal = value;
    else if (part === '' || part === undefined) input.in = [...(input.in ?? []), ...list(value)];
    else if (part === '0') input.from = value;
    else if (part === '1') input.to = value;
    else input.below = value;
    inputs.set(name, input);
  }
  return inputs;
}

function readValue(field: Field, raw: unknown): unknown {
  const kind = kinds[field.kind];
  const value = normalizeInput(field, raw);
  if (kind.filter === 'contains')
    return field.kind === 'relations' ? kinds.integer.read(value, field) : kinds.text.read(value, field);
  return kind.read(value, field);
}

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

function readFilter(key: string, field: Field, input: FilterInput): Filter | null {
  if (input.below !== undefined) return readBelow(key, field, input.below);
  const isRange = kinds[field.kind].filter === 'range';
  const blank = (value: unknown): boolean => value === undefined || value === '';
  if (input.from !== undefined || input.to !== undefined) {
    if (!isRange) return null;
    const from = blank(input.from) ? null : readValue(field, input.from);
    const to = blank(input.to) ? null : readValue(field, input.to);
    return isUnreadable(from) || isUnreadable(to) ? null : { key, field, operator: 'between', from, to };
  }
  if (input.in) {
    const value = input.in.map((item) => readValue(field, item));
    return value.some(isUnreadable) ? null : { key, field, operator: 'in', value };
  }
  const value = input.equal === 'null' && field.nullable ? null : readValue(field, input.equal);
  return isUnreadable(value) ? null : { key, field, operator: 'equal', value };
}

function readPositive(raw: unknown, fallback: number, maximum: number): number | null {
  if (raw === undefined || raw === '') return fallback;
  const number = Number(raw);
  return Number.isInteger(number) && number >= 1 && number <= maximum ? number : null;
}

/** A non-negative safe integer; null for anything else. */
export function readWhole(raw: unknown, fallback: number): number | null {
  if (raw === undefined || raw === '') return fallback;
  const number = typeof raw === 'string' && /^\d+$/.test(raw) ? Number(raw) : NaN;
  return Number.isSafeInteger(number) ? number : null;
}

type Reader = { definition: ResourceDefinition; raw: Raw; refuse: (key: string) => void };

const isOffered = (definition: ResourceDefinition, key: string): boolean =>
  key === 'id' || (definition.list.filters ?? []).includes(key);

function readKeyword(
  { definition, refuse }: Reader,
  where: Map<string, FilterInput>,
): Pick<ListQuery, 'keyword' | 'keyword_field'> {
  const field = String(where.get('_key')?.equal ?? '');
  if (field !== '' && !definition.list.search?.includes(field)) refuse('where[_key]');
  return {
    keyword: String(where.get('_keyword')?.equal ?? '')
      .trim()
      .slice(0, maximumKeyword),
    keyword_field: field || null,
  };
}

function readView({ definition, refuse }: Reader, input: FilterInput | undefined): View | null {
  if (!input) return null;
  const view = definition.list.views?.find(({ key }) => key === input.equal) ?? null;
  if (!view) refuse('where[_view]');
  return view;
}

function readFilters(reader: Reader): Pick<ListQuery, 'filters' | 'view' | 'keyword' | 'keyword_field'> {
  const { definition, raw, refuse } = reader;
  const where = collectWhere(raw, refuse);
  const filters: Filter[] = [];
  for (const [key, input] of where) {
    if (key === '_keyword' || key === '_key' || key === '_view' || input.equal === '') continue;
    const field = definition.fields[key];
    const filter = field && isOffered(definition, key) ? readFilter(key, field, input) : null;
    if (filter) filters.push({ ...filter, is_exact: definition.list.exact?.includes(key) ?? false });
    else refuse(`where[${key}]`);
  }
  return { filters, view: readView(reader, where.get('_view')), ...readKeyword(reader, where) };
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
export function readSearch(search: string): Raw {
  const raw: Raw = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const before = raw[key];
    raw[key] = before === undefined ? value : [...list(before), value];
  }
  return raw;
}

/** Reads the query of index, list and export. An unknown field, operator or value is refused, never ignored. */
export function readListQuery(definition: ResourceDefinition, raw: Raw): ListQuery {
  const failures: FieldFailures = {};
  const refuse = (key: string): void => {
    failures[key] = [{ rule: 'in', params: [] }];
  };
  const reader = { definition, raw, refuse };
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
