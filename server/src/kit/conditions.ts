import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { Condition as ActionCondition } from '@kaike/shared/kit/resource';
import type { Db } from '../db/pool.ts';
import type { DerivedFilter, Resource } from './behaviour.ts';
import type { Filter, ListQuery } from './list-query.ts';
import { escapeLike, maskedCondition } from './masked-condition.ts';

type Condition = RawBuilder<boolean>;

function endOfDay(value: unknown, filter: Filter): unknown {
  const isDay = filter.field.kind === 'date_time' && typeof value === 'string' && value.endsWith('T00:00:00.000Z');
  return isDay ? new Date(new Date(value).getTime() + 86_400_000 - 1).toISOString() : value;
}

function between(column: RawBuilder<unknown>, filter: Filter & { operator: 'between' }): Condition {
  const parts: Condition[] = [];
  if (filter.from !== null) parts.push(sql<boolean>`${column} >= ${filter.from}`);
  if (filter.to !== null) parts.push(sql<boolean>`${column} <= ${endOfDay(filter.to, filter)}`);
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : sql<boolean>`true`;
}

function derivedCondition({ has }: DerivedFilter, filter: Filter): Condition {
  if (filter.operator === 'equal') return has(filter.value);
  const values = filter.operator === 'in' ? filter.value : [];
  return values.length > 0
    ? sql<boolean>`(${sql.join(
        values.map((value) => sql`(${has(value)})`),
        sql` or `,
      )})`
    : sql<boolean>`false`;
}

/** One filter as SQL on the row `r`; `part` matches inside text, `contains` looks into arrays. */
function filterCondition({ behaviour }: Resource, filter: Filter, mayReveal: boolean): Condition {
  const derived = behaviour.filters?.[filter.key];
  if (derived) return derivedCondition(derived, filter);
  const column = sql.ref(`r.${filter.key}`);
  const way = kinds[filter.field.kind].filter;
  if (filter.operator === 'between') return between(column, filter);
  if (filter.operator === 'below') {
    const tree = sql.table(filter.tree);
    return sql<boolean>`${column} in (select below.id from ${tree} below join ${tree} top on below.lft between top.lft and top.rgt where top.id = ${filter.value})`;
  }
  if (way === 'contains') {
    const values = filter.operator === 'in' ? filter.value : [filter.value];
    return sql<boolean>`${column} && ${values}::${sql.raw(kinds[filter.field.kind].column)}`;
  }
  if (filter.operator === 'in')
    return filter.value.length > 0 ? sql<boolean>`${column} in (${sql.join(filter.value)})` : sql<boolean>`false`;
  if (filter.value === null) return sql<boolean>`${column} is null`;
  if (way === 'part')
    return filter.is_exact
      ? sql<boolean>`${column} in (${filter.value}, upper(${filter.value}))`
      : textCondition({ column, field: filter.field, may_reveal: mayReveal }, String(filter.value));
  return sql<boolean>`${column} = ${filter.value}`;
}

type Searched = { column: RawBuilder<unknown>; field: Field | undefined; may_reveal: boolean };

/** Part of a text, in any case; of a masked one only what everybody is shown. From three symbols on the trigram index answers; one or two read the table's text. */
function textCondition({ column, field, may_reveal: mayReveal }: Searched, keyword: string): Condition {
  if (field?.masked && !mayReveal) return maskedCondition(column, field.masked, keyword);
  return sql<boolean>`${column} ilike ${`%${escapeLike(keyword)}%`}`;
}

/** Symbols of a keyword from which on an index finds it anywhere in a text. */
const indexedLength = 3;
/** Rows a shorter keyword is looked for in, the newest first. */
export const shortKeywordRows = 10_000;
/** Of the rows beyond them that begin with it, so many of each field. */
const maximumBeginnings = 1000;

/** Whether the keyword is so short that in a big table not every row is looked at. */
export const isShortKeyword = ({ keyword }: Pick<ListQuery, 'keyword'>): boolean =>
  keyword !== '' && [...keyword].length < indexedLength;

type KeywordSearch = {
  resource: Resource;
  query: Pick<ListQuery, 'keyword' | 'keyword_field'>;
  scope: Condition;
  /** Whether masked fields are searched whole, see `mayReveal`. */
  may_reveal: boolean;
  /** A good part of the rows holds the keyword, see `isCommonKeyword`. */
  is_common?: boolean;
};

/** A field of the row known as `table`, holding the keyword. */
const holdsKeyword =
  ({ resource, query, may_reveal }: Omit<KeywordSearch, 'scope'>, table: string) =>
  (key: string): Condition =>
    textCondition(
      { column: sql.ref(`${table}.${key}`), field: resource.definition.fields[key], may_reveal },
      query.keyword,
    );

const tableOf = ({ definition, behaviour }: Resource): RawBuilder<unknown> =>
  sql.table(behaviour.read_from ?? definition.table);

/**
 * No index finds one or two symbols inside a text, and reading a million texts takes a second. They are looked for in the
 * newest rows, anywhere, and beyond them where a text begins with them, which the index finds. A table with no more rows
 * is read whole.
 */
function shortHits(search: KeywordSearch, fields: readonly string[]): RawBuilder<unknown>[] {
  const { resource, query, scope } = search;
  const from = tableOf(resource);
  const columns = sql.join(fields.map((key) => sql.ref(`r.${key}`)));
  const inNewest = sql.join(fields.map(holdsKeyword(search, 'n')), sql` or `);
  // Of a scope with few rows all are the newest, and walking the table to find them would pass everybody else's.
  const newest = sql`(with mine as materialized (select r.id from ${from} r where ${scope} limit ${shortKeywordRows + 1}),
      known as materialized (select count(*) <= ${shortKeywordRows} as is_whole from mine)
    select n.id from ${from} n where (select is_whole from known) and n.id = any(array(select id from mine)) and (${inNewest})
    union all select n.id from (select r.id, ${columns} from ${from} r where not (select is_whole from known) and ${scope} order by r.id desc limit ${shortKeywordRows}) n where ${inNewest})`;
  const isHidden = (key: string): boolean =>
    resource.definition.fields[key]?.masked !== undefined && !search.may_reveal;
  const beginnings = fields.map(
    (key) => sql`(select r.id from ${from} r
    where ${scope} and ${sql.ref(`r.${key}`)} ilike ${`${escapeLike(query.keyword)}%`} ${isHidden(key) ? sql`and ${holdsKeyword(search, 'r')(key)}` : sql``} limit ${maximumBeginnings})`,
  );
  return [newest, ...beginnings];
}

/** Fields a keyword is looked for in; none without one. */
function searchedFields({ definition }: Resource, query: KeywordSearch['query']): readonly string[] {
  if (query.keyword === '') return [];
  return query.keyword_field ? [query.keyword_field] : (definition.list.search ?? []);
}

/** Blocks of a table that are looked at for how common a keyword is, in percent. */
const sampledPercent = 1;
/** A table of which fewer rows than these are sampled is small enough for any way of searching. */
const leastSampled = 300;
const commonShare = 0.1;

/**
 * Whether a tenth of a big table or more holds the keyword, by a sample of its blocks that takes a few milliseconds. The ids of so
 * many rows would take seconds to collect, while the rows of a page are met at once by walking along the order of the list.
 */
export async function isCommonKeyword(
  db: Db,
  { resource, query }: Pick<KeywordSearch, 'resource' | 'query'>,
): Promise<boolean> {
  const fields = searchedFields(resource, query);
  if (fields.length === 0 || isShortKeyword(query) || resource.behaviour.read_from) return false;
  const holds = sql.join(fields.map(holdsKeyword({ resource, query, may_reveal: true }, 'r')), sql` or `);
  const {
    rows: [sample],
  } = await sql<{
    rows: number;
    hits: number;
  }>`select count(*)::int as rows, count(*) filter (where ${holds})::int as hits
    from ${sql.table(resource.definition.table)} r tablesample system (${sampledPercent})`.execute(db);
  return sample !== undefined && sample.rows >= leastSampled && sample.hits >= sample.rows * commonShare;
}

/** A rare keyword is asked of each field through its own index; an `or` over them would use none. */
function keywordCondition(search: KeywordSearch): Condition | null {
  const { resource, query } = search;
  const fields = searchedFields(resource, query);
  if (fields.length === 0) return null;
  const from = tableOf(resource);
  const elsewhere = query.keyword_field ? null : resource.behaviour.finds?.(query.keyword);
  if (search.is_common) {
    const holds = fields.map(holdsKeyword(search, 'r'));
    return sql<boolean>`(${sql.join(elsewhere ? [...holds, sql`r.id = any(array(${elsewhere}))`] : holds, sql` or `)})`;
  }
  const hits = isShortKeyword(query)
    ? shortHits(search, fields)
    : fields.map((key) => sql`select k.id from ${from} k where ${holdsKeyword(search, 'k')(key)}`);
  // An array, of which the planner expects little: rows are fetched by their ids; a big table would at times be read whole to join it.
  return sql<boolean>`r.id = any(array(${sql.join(elsewhere ? [...hits, elsewhere] : hits, sql` union all `)}))`;
}

/** Rows called so: by the names of the keyword box, each through its own index; else by a part of the title. Nothing masked is looked through, nor what must be known whole. */
export function calledCondition(resource: Resource, scope: Condition, keyword: string): Condition {
  const { definition, behaviour } = resource;
  const search = (definition.list.search ?? []).filter(
    (key) => !definition.fields[key]?.masked && !definition.list.exact?.includes(key),
  );
  if (search.length === 0)
    return sql<boolean>`r.${sql.ref(definition.title)}::text ilike ${`%${escapeLike(keyword)}%`}`;
  const { finds: _finds, ...named } = behaviour;
  const searched = {
    ...resource,
    definition: { ...definition, list: { ...definition.list, search } },
    behaviour: named,
  };
  return (
    keywordCondition({ resource: searched, query: { keyword, keyword_field: null }, scope, may_reveal: false }) ??
    sql<boolean>`true`
  );
}

/** Everything the list query asks for, with the scope, which every query of the resource carries. */
export function listConditions(search: KeywordSearch & { query: ListQuery }): Condition {
  const parts = [
    search.scope,
    ...search.query.filters.map((filter) => filterCondition(search.resource, filter, search.may_reveal)),
  ];
  const keyword = keywordCondition(search);
  if (keyword) parts.push(keyword);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function actionCondition({ behaviour }: Resource, condition: ActionCondition): Condition {
  const column = behaviour.computed?.[condition.field] ?? sql.ref(`r.${condition.field}`);
  if ('is_set' in condition)
    return condition.is_set
      ? sql<boolean>`coalesce((${column})::text, '') <> ''`
      : sql<boolean>`coalesce((${column})::text, '') = ''`;
  const values = condition.in.filter((value) => value !== null);
  const parts = values.map((value) => sql<boolean>`(${column}) = ${value}`);
  if (values.length < condition.in.length) parts.push(sql<boolean>`(${column}) is null`);
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`false`;
}

/** The rows an action makes sense for, as its definition says; mirrors shared/src/kit/offer.ts. */
export function offerCondition(resource: Resource, when: readonly ActionCondition[]): Condition {
  return when.length > 0
    ? sql<boolean>`${sql.join(
        when.map((condition) => actionCondition(resource, condition)),
        sql` and `,
      )}`
    : sql<boolean>`true`;
}
