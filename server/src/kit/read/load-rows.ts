import { sql, type RawBuilder } from 'kysely';
import type { Field } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { listFields } from '@kaike/shared/kit/rows/list-fields';
import { maskValue } from '@kaike/shared/domain/people/mask';
import type { Db } from '../../db/pool.ts';
import type { AdminActor } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import { isScoped, mayReveal, rowScope, visibilityOf } from '../access.ts';
import type { Resource, Row, RowOf } from '../behaviour.ts';
import { isCommonKeyword, isShortKeyword, listConditions, shortKeywordRows } from './conditions.ts';
import {
  boundedRows,
  countRows,
  honestCount,
  tallyOf,
  type RowCount,
  type Matching,
  type Sums,
  type Tally,
} from './count-rows.ts';
import { addLabels } from './labels.ts';
import type { ListQuery } from './list-query.ts';

export type ListedPage = {
  data: Row[];
  total: number | null;
  total_exact: boolean;
  /** Of the fields the list sums, over all rows that match; null where they were not all counted. */
  sums: Sums | null;
  per_page: number;
  current_page: number;
  last_page: number | null;
};

/** From this offset on, ids are read from the index first and only the page's rows are fetched. */
const deepOffset = 500;

export const fromOf = ({ definition, behaviour }: Resource): RawBuilder<unknown> =>
  sql.table(behaviour.read_from ?? definition.table);

const isSent = (field: Field): boolean => field.kind !== 'password';

/** The fields an answer contains: those of the table, and the computed ones that have an expression. */
export function sentKeys({ definition, behaviour }: Resource): { stored: string[]; computed: string[] } {
  const presentable = Object.entries(definition.fields).filter(([, field]) => isSent(field));
  return {
    stored: [
      ...presentable.filter(([, field]) => !field.computed).map(([key]) => key),
      ...(definition.hard_delete ? [] : ['version']),
    ],
    computed: presentable.filter(([key, field]) => field.computed && behaviour.computed?.[key]).map(([key]) => key),
  };
}

const computedColumns = ({ behaviour }: Resource, keys: readonly string[]): RawBuilder<unknown>[] =>
  keys.flatMap((key) => {
    const expression = behaviour.computed?.[key];
    return expression ? [sql`${expression} as ${sql.ref(key)}`] : [];
  });

function readColumns(resource: Resource, isWanted: (key: string) => boolean): RawBuilder<unknown> {
  const { stored, computed } = sentKeys(resource);
  // One raw text for all stored columns: building dozens of references each time costs a list more than reading its rows.
  const raw = sql.raw(
    stored
      .filter(isWanted)
      .map((key) => `r."${key}"`)
      .join(', '),
  );
  return sql.join([raw, ...computedColumns(resource, computed.filter(isWanted))]);
}

const cachedColumns = new WeakMap<Resource, RawBuilder<unknown>>();

function columns(resource: Resource, keys?: readonly string[]): RawBuilder<unknown> {
  if (keys) return readColumns(resource, (key) => key === 'id' || (key !== 'version' && keys.includes(key)));
  const expression = cachedColumns.get(resource) ?? readColumns(resource, () => true);
  cachedColumns.set(resource, expression);
  return expression;
}

const cachedPageColumns = new WeakMap<Resource, Map<string, RawBuilder<unknown>>>();

/** The columns of a page of the list: what the list needs and is sorted by, or everything but the long fields. */
function pageColumns(resource: Resource, { is_short, order }: ListQuery): RawBuilder<unknown> {
  const cache = cachedPageColumns.get(resource) ?? new Map<string, RawBuilder<unknown>>();
  cachedPageColumns.set(resource, cache);
  const { definition } = resource;
  const place = is_short ? order.key : '';
  const isNeeded = (key: string): boolean => key === 'version' || key === order.key || listFields(definition).has(key);
  const isWanted = is_short ? isNeeded : (key: string) => !definition.list.omit_from_list?.includes(key);
  const expression = cache.get(place) ?? readColumns(resource, isWanted);
  cache.set(place, expression);
  return expression;
}

function orderBy(query: ListQuery): RawBuilder<unknown> {
  const direction = sql.raw(query.order.direction);
  if (query.order.key === 'id') return sql`r.id ${direction}`;
  return sql`r.${sql.ref(query.order.key)} ${direction}, r.id ${direction}`;
}

const offsetOf = ({ page, per_page }: ListQuery): number => (page - 1) * per_page;

const pagePart = (query: ListQuery): RawBuilder<unknown> =>
  sql`order by ${orderBy(query)} limit ${query.per_page} offset ${offsetOf(query)}`;

/** Column of the count in a page query; no field has this name. */
const countKey = '_count';

/** Up to this many rows are collected and then sorted, in some 50 ms; with more, matches are found soon by walking in list order. */
const collectedRows = 100_000;

/**
 * Matches of a range filter on a field other than the sort field, or of an agency filtering its own rows, may all be far from the start
 * of the sort order, and walking there would read everybody else's rows.
 */
const needsMaterializedPage = ({ filters, view, keyword, order }: ListQuery, isPart: boolean): boolean =>
  (isPart && (filters.length > 0 || view !== null || keyword !== '')) ||
  filters.some((filter) => filter.operator === 'between' && filter.key !== order.key);

function materializedPage(resource: Resource, query: ListQuery, where: RawBuilder<boolean>): RawBuilder<Row> {
  const from = fromOf(resource);
  const [selected, order, page] = [pageColumns(resource, query), orderBy(query), pagePart(query)];
  const keys = query.order.key === 'id' ? sql`r.id` : sql`r.id, r.${sql.ref(query.order.key)}`;
  return sql<Row>`with few as materialized (select ${keys} from ${from} r where ${where} limit ${collectedRows + 1}),
    known as materialized (select count(*) <= ${collectedRows} as is_whole from few)
    select * from (
      (select ${selected} from ${from} r where r.id = any(array(select r.id from few r where (select is_whole from known) ${page})))
      union all (select ${selected} from ${from} r where not (select is_whole from known) and ${where} ${page})
    ) r order by ${order}`;
}

function pageQuery(
  { actor, resource }: Pick<ReadScope, 'actor' | 'resource'>,
  query: ListQuery,
  where: RawBuilder<boolean>,
): RawBuilder<Row> {
  if (needsMaterializedPage(query, isScoped(actor, resource))) return materializedPage(resource, query, where);
  const from = fromOf(resource);
  const page = pagePart(query);
  if (offsetOf(query) < deepOffset)
    return sql<Row>`select ${pageColumns(resource, query)} from ${from} r where ${where} ${page}`;
  return sql<Row>`select ${pageColumns(resource, query)} from ${from} r where r.id in (select r.id from ${from} r where ${where} ${page}) order by ${orderBy(query)}`;
}

/** Masks fields in lists and on pages for everybody: seeing them in full takes a request, which is logged (`reveal.ts`). */
export function maskRows({ definition }: Resource, rows: Row[]): Row[] {
  const masked = Object.entries(definition.fields).filter(([, field]) => field.masked);
  for (const row of rows)
    for (const [key, field] of masked)
      if (field.masked && row[key] !== null && row[key] !== undefined)
        row[key] = maskValue(field.masked, String(row[key] ?? ''));
  return rows;
}

/** The same for exports, which are logged as a whole: unmasked for people who may reveal. */
export const maskExported = (actor: AdminActor, resource: Resource, rows: Row[]): Row[] =>
  mayReveal(actor, resource.definition) ? rows : maskRows(resource, rows);

export type ReadScope<D extends ResourceDefinition = ResourceDefinition> = {
  db: Db;
  actor: AdminActor;
  resource: Resource<D>;
};

const matchingOf = (resource: Resource, where: RawBuilder<boolean>): Matching => ({
  from: fromOf(resource),
  where,
  summed: resource.definition.list.summary ?? [],
});

/** The statements of a page of a list: its rows and its count. The query plan tests check both. */
export function listStatements(
  { actor, resource, is_common = false }: Pick<ReadScope, 'actor' | 'resource'> & { is_common?: boolean },
  query: ListQuery,
): { page: RawBuilder<Row>; counted: RawBuilder<unknown>; where: RawBuilder<boolean> } {
  const where = listConditions({ resource, query, ...visibilityOf(actor, resource), is_common });
  return {
    page: pageQuery({ actor, resource }, query, where),
    counted: boundedRows(matchingOf(resource, where)),
    where,
  };
}

/** Whether every row was searched: a short keyword skips the older rows of a big table, so its total is not exact. */
async function isWhole(db: Db, { definition }: Resource, query: ListQuery): Promise<boolean> {
  if (!isShortKeyword(query)) return true;
  const { rows } = await sql<{
    estimate: number;
  }>`select reltuples as estimate from pg_class where oid = ${definition.table}::regclass`.execute(db);
  return (rows[0]?.estimate ?? 0) <= shortKeywordRows;
}

type Read = { rows: Row[]; count: RowCount | null };

/** For a page near the start, rows and count are read in one statement, as both are too fast to gain from running in parallel. */
async function readWithCount(
  { db, resource }: ReadScope,
  query: ListQuery,
  where: RawBuilder<boolean>,
): Promise<Read | null> {
  const matching = matchingOf(resource, where);
  const { rows } = await sql<
    Row & { [countKey]?: Tally }
  >`select ${pageColumns(resource, query)}, (${tallyOf(matching)}) as ${sql.ref(countKey)} from ${matching.from} r where ${where} ${pagePart(query)}`.execute(
    db,
  );
  const tally = rows[0]?.[countKey];
  // A page beyond the last row returns no count.
  if (tally === undefined && query.page > 1) return null;
  for (const row of rows) delete row[countKey];
  return { rows, count: await honestCount(db, tally ?? { count: 0, sums: null }, matching) };
}

async function readPage(reading: ReadScope, query: ListQuery): Promise<Read> {
  const { db, actor, resource } = reading;
  const { page, where } = listStatements(
    { actor, resource, is_common: await isCommonKeyword(db, { resource, query }) },
    query,
  );
  const needsCount = query.page === 1 || query.get_count;
  const isNear =
    query.keyword === '' && offsetOf(query) < deepOffset && !needsMaterializedPage(query, isScoped(actor, resource));
  const read = needsCount && isNear ? await readWithCount(reading, query, where) : null;
  if (read) return read;
  const [{ rows }, count] = await Promise.all([
    page.execute(db),
    needsCount ? countRows(db, matchingOf(resource, where)) : null,
  ]);
  return { rows, count };
}

/** One page of a list, with labels of relations. The total is counted on the first page or on request. */
export async function listRows(reading: ReadScope, query: ListQuery): Promise<ListedPage> {
  const { db, resource } = reading;
  const { rows, count } = await readPage(reading, query);
  const isExact = count !== null && count.exact && (await isWhole(db, resource, query));
  await addLabels(reading, rows);
  return {
    data: maskRows(resource, rows),
    total: count?.total ?? null,
    total_exact: isExact,
    sums: isExact ? count.sums : null,
    per_page: query.per_page,
    current_page: query.page,
    last_page: count ? Math.max(1, Math.ceil(count.total / query.per_page)) : null,
  };
}

/** Rows after `after_id` in id order, for exports: keyset, no count. */
export async function rowsAfter(
  { db, actor, resource }: ReadScope,
  range: { query: ListQuery; after_id: number; limit: number; keys: readonly string[] },
): Promise<Row[]> {
  const where = sql<boolean>`${listConditions({ resource, query: range.query, ...visibilityOf(actor, resource) })} and r.id > ${range.after_id}`;
  const { rows } =
    await sql<Row>`select ${columns(resource, range.keys)} from ${fromOf(resource)} r where ${where} order by r.id limit ${range.limit}`.execute(
      db,
    );
  await addLabels({ db, actor, resource }, rows);
  return maskExported(actor, resource, rows);
}

/** How many rows match: exact, for progress bars and "everything that matches". */
export async function countMatching({ db, actor, resource }: ReadScope, query: ListQuery): Promise<number> {
  const where = listConditions({ resource, query, ...visibilityOf(actor, resource) });
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${fromOf(resource)} r where ${where}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Rows by id inside the actor's scope, unmasked, for writes and hooks. */
export async function findRows<D extends ResourceDefinition>(
  { db, actor, resource }: ReadScope<D>,
  ids: readonly number[],
  options: { deleted?: boolean } = {},
): Promise<RowOf<D>[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<RowOf<D>>`select ${columns(resource)} from ${fromOf(resource)} r
    where ${rowScope(actor, resource, options)} and r.id = any(${ids}::bigint[]) order by r.id`.execute(db);
  return rows;
}

/** Which of the rows are inside the actor's scope, for writes that need to know no more. */
export async function visibleIds({ db, actor, resource }: ReadScope, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`select r.id from ${fromOf(resource)} r
    where ${rowScope(actor, resource)} and r.id = any(${ids}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * One row with every column and computed field, for a write that needs it before or after; null outside the scope. `lock` holds it
 * until the transaction ends.
 */
export async function findFullRow<D extends ResourceDefinition>(
  { db, actor, resource }: ReadScope<D>,
  id: number,
  options: { lock?: boolean } = {},
): Promise<RowOf<D> | null> {
  const { definition, behaviour } = resource;
  // A view cannot be locked where it joins other tables.
  if (options.lock && behaviour.read_from)
    await sql`select id from ${sql.table(definition.table)} where id = ${id} for update`.execute(db);
  const lock = options.lock && !behaviour.read_from ? sql`for update of r` : sql``;
  const columns = sql.join([sql`r.*`, ...computedColumns(resource, sentKeys(resource).computed)]);
  const { rows } = await sql<
    RowOf<D>
  >`select ${columns} from ${fromOf(resource)} r where r.id = ${id} and ${rowScope(actor, resource)} ${lock}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The row of an answer, from one that was read in full: with labels, masked, without columns that are no fields. */
export async function presentFullRow(reading: ReadScope, row: Row): Promise<Row> {
  const { stored, computed } = sentKeys(reading.resource);
  const presented: Row = { id: row.id };
  for (const key of [...stored, ...computed]) presented[key] = row[key];
  await addLabels(reading, [presented]);
  maskRows(reading.resource, [presented]);
  return presented;
}

/** One row for display. A row outside the scope gives the same error as a missing one. */
export async function loadRow<D extends ResourceDefinition>(reading: ReadScope<D>, id: number): Promise<RowOf<D>> {
  const rows = Number.isSafeInteger(id) ? await findRows(reading, [id]) : [];
  await addLabels(reading, rows);
  maskRows(reading.resource, rows);
  const [row] = rows;
  assert(row, 'record.not_found');
  return row;
}
