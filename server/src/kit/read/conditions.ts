import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import { kinds } from '@kaike/shared/kit/kinds';
import type { Condition as ActionCondition } from '@kaike/shared/kit/resource';
import type { Db } from '../../db/pool.ts';
import type { DerivedFilter, Resource } from '../behaviour.ts';
import type { Filter, ListQuery } from './list-query.ts';
import { holdsPatterns, indexedPiece, keywordPatterns } from './keyword-patterns.ts';
import { maskedCondition } from './masked-condition.ts';

type Condition = RawBuilder<boolean>;

function between(column: RawBuilder<unknown>, filter: Filter & { operator: 'between' }): Condition {
  const parts: Condition[] = [];
  if (filter.from !== null) parts.push(sql<boolean>`${column} >= ${filter.from}`);
  if (filter.to !== null) parts.push(sql<boolean>`${column} <= ${filter.to}`);
  return parts.length > 0 ? sql<boolean>`${sql.join(parts, sql` and `)}` : sql<boolean>`false`;
}

function derivedCondition({ has }: DerivedFilter, filter: Filter): Condition {
  if (filter.operator === 'equal') return has(filter.value);
  return anyOf(has, filter.operator === 'in' ? filter.value : []);
}

function anyOf(has: DerivedFilter['has'], values: readonly unknown[]): Condition {
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

type SearchColumn = { column: RawBuilder<unknown>; field: Field | undefined; may_reveal: boolean };

/** Matches part of a text, ignoring case; of a masked text only the visible part. From three characters on the trigram index is used; one or two scan the texts of the table. */
function textCondition({ column, field, may_reveal }: SearchColumn, keyword: string): Condition {
  if (field?.masked && !may_reveal) return maskedCondition(column, field.masked, keyword);
  return holdsPatterns(column, keywordPatterns(keyword));
}

/** Minimum length of a keyword that an index can find anywhere in a text. */
const indexedLength = 3;
/** Number of newest rows in which a shorter keyword is searched. */
export const shortKeywordRows = 10_000;
/** Maximum matches per field among older rows, where a text must begin with the keyword. */
const maximumBeginnings = 1000;

/** Whether the keyword is so short that not every row of a big table is searched. */
export const isShortKeyword = ({ keyword }: Pick<ListQuery, 'keyword'>): boolean =>
  keyword !== '' && indexedPiece(keywordPatterns(keyword)) < indexedLength;

type KeywordSearch = {
  resource: Resource;
  query: Pick<ListQuery, 'keyword' | 'keyword_field'>;
  scope: Condition;
  /** Whether masked fields are searched in full, see `mayReveal`. */
  may_reveal: boolean;
  /** Many of the rows contain the keyword, see `isCommonKeyword`. */
  is_common?: boolean;
};

/** The condition that a field of the row aliased `table` contains the keyword. */
const fieldContainsKeyword =
  ({ resource, query, may_reveal }: Omit<KeywordSearch, 'scope'>, table: string) =>
  (key: string): Condition =>
    textCondition(
      { column: sql.ref(`${table}.${key}`), field: resource.definition.fields[key], may_reveal },
      query.keyword,
    );

const tableOf = ({ definition, behaviour }: Resource): RawBuilder<unknown> =>
  sql.table(behaviour.read_from ?? definition.table);

/**
 * No index finds one or two characters inside a text, and scanning a million texts takes a second. They are searched anywhere
 * in the newest rows, and in older rows only at the beginning of a text, which the index finds. A table with no more rows
 * is scanned whole.
 */
function shortHits(search: KeywordSearch, fields: readonly string[]): RawBuilder<unknown>[] {
  const { resource, query, scope } = search;
  const from = tableOf(resource);
  const columns = sql.join(fields.map((key) => sql.ref(`r.${key}`)));
  const inNewest = sql.join(fields.map(fieldContainsKeyword(search, 'n')), sql` or `);
  // In a scope with few rows all of them are searched: finding the newest by walking the table would read everybody else's rows.
  const newest = sql`(with mine as materialized (select r.id from ${from} r where ${scope} limit ${shortKeywordRows + 1}),
      known as materialized (select count(*) <= ${shortKeywordRows} as is_whole from mine)
    select n.id from ${from} n where (select is_whole from known) and n.id = any(array(select id from mine)) and (${inNewest})
    union all select n.id from (select r.id, ${columns} from ${from} r where not (select is_whole from known) and ${scope} order by r.id desc limit ${shortKeywordRows}) n where ${inNewest})`;
  const isHidden = (key: string): boolean =>
    resource.definition.fields[key]?.masked !== undefined && !search.may_reveal;
  const patterns = keywordPatterns(query.keyword);
  const beginnings = fields.map(
    (key) => sql`(select r.id from ${from} r
    where ${scope} and ${holdsPatterns(sql.ref(`r.${key}`), patterns, '')} ${isHidden(key) ? sql`and ${fieldContainsKeyword(search, 'r')(key)}` : sql``} limit ${maximumBeginnings})`,
  );
  return [newest, ...beginnings];
}

/** Fields a keyword is searched in; none without a keyword. */
function searchedFields({ definition }: Resource, query: KeywordSearch['query']): readonly string[] {
  if (query.keyword === '') return [];
  return query.keyword_field ? [query.keyword_field] : (definition.list.search ?? []);
}

/** Percentage of the blocks of a table that are sampled to estimate how common a keyword is. */
const sampledPercent = 1;
/** With fewer sampled rows than this, the table is small enough for any search strategy. */
const minSampled = 300;
const commonShare = 0.1;

/**
 * Whether at least a tenth of a big table contains the keyword, by a sample of its blocks that takes a few milliseconds. Collecting
 * the ids of so many rows would take seconds, while the rows of a page are found at once by walking the table in list order.
 */
export async function isCommonKeyword(
  db: Db,
  { resource, query }: Pick<KeywordSearch, 'resource' | 'query'>,
): Promise<boolean> {
  const fields = searchedFields(resource, query);
  if (fields.length === 0 || isShortKeyword(query) || resource.behaviour.read_from) return false;
  const holds = sql.join(fields.map(fieldContainsKeyword({ resource, query, may_reveal: true }, 'r')), sql` or `);
  const {
    rows: [sample],
  } = await sql<{
    rows: number;
    hits: number;
  }>`select count(*)::int as rows, count(*) filter (where ${holds})::int as hits
    from ${sql.table(resource.definition.table)} r tablesample system (${sampledPercent})`.execute(db);
  return sample !== undefined && sample.rows >= minSampled && sample.hits >= sample.rows * commonShare;
}

/** A rare keyword is searched in each field through its own index; an `or` over the fields would use no index. */
function keywordCondition(search: KeywordSearch): Condition | null {
  const { resource, query } = search;
  const fields = searchedFields(resource, query);
  if (fields.length === 0) return null;
  const from = tableOf(resource);
  const elsewhere = query.keyword_field ? null : resource.behaviour.keywordLookup?.(query.keyword);
  if (search.is_common) {
    const holds = fields.map(fieldContainsKeyword(search, 'r'));
    return sql<boolean>`(${sql.join(elsewhere ? [...holds, sql`r.id = any(array(${elsewhere}))`] : holds, sql` or `)})`;
  }
  const hits = isShortKeyword(query)
    ? shortHits(search, fields)
    : fields.map((key) => sql`select k.id from ${from} k where ${fieldContainsKeyword(search, 'k')(key)}`);
  // An array, which the planner expects to be small, so that rows are fetched by id; for a join it would sometimes scan a big table whole.
  return sql<boolean>`r.id = any(array(${sql.join(elsewhere ? [...hits, elsewhere] : hits, sql` union all `)}))`;
}

/** Rows with this name: searched in the fields of the keyword box, each through its own index, else in the title. Masked fields and fields with exact match are not searched. */
export function nameCondition(resource: Resource, scope: Condition, keyword: string): Condition {
  const { definition, behaviour } = resource;
  const search = (definition.list.search ?? []).filter(
    (key) => !definition.fields[key]?.masked && !definition.list.exact?.includes(key),
  );
  if (search.length === 0) return holdsPatterns(sql`r.${sql.ref(definition.title)}::text`, keywordPatterns(keyword));
  const { keywordLookup: _finds, ...named } = behaviour;
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

/** All conditions of the list query, with the scope, which is part of every query of the resource. */
export function listConditions(search: KeywordSearch & { query: ListQuery }): Condition {
  const parts = [
    search.scope,
    ...search.query.filters.map((filter) => filterCondition(search.resource, filter, search.may_reveal)),
    ...(search.query.view ? [offerCondition(search.resource, search.query.view.where)] : []),
  ];
  const keyword = keywordCondition(search);
  if (keyword) parts.push(keyword);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function actionCondition({ behaviour }: Resource, condition: ActionCondition): Condition {
  const derived = behaviour.filters?.[condition.field];
  if (derived && 'in' in condition) return anyOf(derived.has, condition.in);
  const column = behaviour.computed?.[condition.field] ?? sql.ref(`r.${condition.field}`);
  if ('is_set' in condition)
    return condition.is_set
      ? sql<boolean>`coalesce((${column})::text, '') <> ''`
      : sql<boolean>`coalesce((${column})::text, '') = ''`;
  if ('at_least' in condition) return sql<boolean>`(${column}) >= ${condition.at_least}`;
  const values = condition.in.filter((value) => value !== null);
  const parts = values.map((value) => sql<boolean>`(${column}) = ${value}`);
  if (values.length < condition.in.length) parts.push(sql<boolean>`(${column}) is null`);
  return parts.length > 0 ? sql<boolean>`(${sql.join(parts, sql` or `)})` : sql<boolean>`false`;
}

/** The rows an action is offered for, by its definition; mirrors shared/src/kit/rows/offer.ts. */
export function offerCondition(resource: Resource, when: readonly ActionCondition[]): Condition {
  return when.length > 0
    ? sql<boolean>`${sql.join(
        when.map((condition) => actionCondition(resource, condition)),
        sql` and `,
      )}`
    : sql<boolean>`true`;
}
