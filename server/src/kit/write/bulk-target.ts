import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { allRows, maximumLeftOut } from '@kaike/shared/domain/office/bulk-run';
import type { Condition, ResourceDefinition } from '@kaike/shared/kit/resource';
import { AppError, assert } from '../../core/app-error.ts';
import { rowScope, visibilityOf } from '../access.ts';
import type { Values } from '../behaviour.ts';
import { listConditions, offerCondition } from '../read/conditions.ts';
import { parseListQuery, parseSearch, type ListQuery } from '../read/list-query.ts';
import { fromOf, type ReadScope } from '../read/load-rows.ts';

/** Maximum ids in one request. */
export const maximumIds = 1000;
/** Maximum rows of a bulk write on everything that matches. */
export const maximumMatching = 100_000;
/** Rows per page of it: a transaction of about a second. */
export const bulkPageRows = 200;

/** Progress over everything that matches: rows up to `after_id` are done. */
export type BulkPage = { after_id: number; done: boolean };
export type BulkTarget = { ids: number[]; page: BulkPage | null };

const invalid = (key: string, rule: string): AppError =>
  new AppError('request.invalid', { failures: { [key]: [{ rule, params: [] }] } });

/** An id as JSON or a form sends it; NaN for anything else. */
const readId = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value)) ? Number(value) : Number.NaN;

/** The ids of a request: positive whole numbers, each once, at most 1,000. */
export function parseIds(body: Values): number[] {
  const numbers = [body['ids'] ?? body['id']].flat().map(readId);
  const ids = [...new Set(numbers)].sort((a, b) => a - b);
  const isGood = ids.length > 0 && ids.length <= maximumIds && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!isGood) throw invalid('ids', 'required');
  return ids;
}

/** Which rows: those named, or what matches a condition. */
type RowChoice = { matching: null } | { matching: string };

/** Exactly one of ids and a condition; neither, or both, is refused. */
function readChoice(body: Values): RowChoice {
  const matching = body['matching'] ?? null;
  const hasIds = (body['ids'] ?? body['id'] ?? null) !== null;
  if (matching === null && hasIds) return { matching: null };
  if (matching === null) throw invalid('ids', 'required');
  if (hasIds || typeof matching !== 'string') throw invalid('matching', 'in');
  return { matching };
}

/** The filters of a condition: those of the list, or none for the word that means all rows. */
function readCondition(definition: ResourceDefinition, { [allRows]: all, ...raw }: Values): ListQuery {
  if (all === undefined) {
    if (Object.keys(raw).length === 0) throw invalid('matching', 'required');
    const other = Object.keys(raw).find((key) => !key.startsWith('where'));
    if (other !== undefined) throw invalid(other, 'in');
  } else if (all !== '' || Object.keys(raw).length > 0) throw invalid(allRows, 'in');
  return parseListQuery(definition, raw);
}

/** What matches the condition, within the scope and what the person sees, but the rows of `except`: their ids with commas between. */
function matchingCondition(
  { actor, resource }: Pick<ReadScope, 'actor' | 'resource'>,
  text: string,
): RawBuilder<boolean> {
  const { except, ...raw } = parseSearch(text);
  const query = readCondition(resource.definition, raw);
  const matching = listConditions({ resource, query, ...visibilityOf(actor, resource) });
  if (except === undefined) return matching;
  const texts = String(except).split(',');
  assert(texts.length <= maximumLeftOut, 'list.too_many_left_out', { params: { limit: maximumLeftOut } });
  const ids = parseIds({ ids: texts });
  return sql<boolean>`${matching} and r.id <> all(${ids}::bigint[])`;
}

const readBound = (value: unknown): number | null => {
  const id = readId(value);
  return Number.isSafeInteger(id) ? id : null;
};

/**
 * The rows a bulk write is about: those named, or the next page of everything that matches the filters in `matching`. The
 * pages ascend by id up to `max_id`, so each row is processed once however the write changes it, and a retried page has the same
 * rows. The first page has the `marker` of the dry run: other rows than it counted are refused.
 */
export async function loadTarget(reading: ReadScope, body: Values): Promise<BulkTarget> {
  const { matching } = readChoice(body);
  if (matching === null) return { ids: parseIds(body), page: null };
  const maxId = readBound(body['max_id']);
  if (maxId === null) throw invalid('max_id', 'required');
  if (typeof body['marker'] !== 'string') throw invalid('marker', 'required');
  const afterId = readBound(body['after_id'] ?? 0);
  if (afterId === null) throw invalid('after_id', 'integer');
  if (afterId === 0) await findCounted(reading, body);
  return findPage(reading, { matching, after_id: afterId, max_id: maxId });
}

/** The page of rows after an id that match the condition, ascending up to `max_id`. */
export async function findPage(
  { db, actor, resource }: ReadScope,
  { matching, after_id, max_id }: { matching: string; after_id: number; max_id: number },
): Promise<{ ids: number[]; page: BulkPage }> {
  const { rows } = await sql<{ id: number }>`select r.id from ${fromOf(resource)} r
    where ${matchingCondition({ actor, resource }, matching)} and r.id > ${after_id} and r.id <= ${max_id} order by r.id limit ${bulkPageRows}`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  return { ids, page: { after_id: ids.at(-1) ?? max_id, done: ids.length < bulkPageRows } };
}

const markerOf = (ids: readonly number[]): string => createHash('sha256').update(ids.join(',')).digest('hex');

/** The ids of the rows that a dry run of this condition counted, ascending; refused with the number of now when they are others. */
export async function findCounted({ db, actor, resource }: ReadScope, body: Values): Promise<number[]> {
  const maxId = readBound(body['max_id']);
  if (maxId === null) throw invalid('max_id', 'required');
  if (typeof body['marker'] !== 'string') throw invalid('marker', 'required');
  const where = targetCondition({ actor, resource }, body);
  const { rows } = await sql<{ id: number }>`select r.id from ${fromOf(resource)} r
    where ${where} and r.id <= ${maxId} order by r.id limit ${maximumMatching + 1}`.execute(db);
  const ids = rows.map(({ id }) => id);
  assert(ids.length <= maximumMatching, 'list.too_many', { params: { count: maximumMatching } });
  assert(markerOf(ids) === body['marker'], 'list.changed', { params: { count: ids.length } });
  return ids;
}

/** `marker` stands for exactly these rows: who acts on them sends it back with `max_id`. */
export type CountedTarget = { count: number; offered: number; max_id: number; marker: string; limit: number };

/** The rows a bulk write is about, within the scope, as a condition on `r`. */
export function targetCondition(
  { actor, resource }: Pick<ReadScope, 'actor' | 'resource'>,
  body: Values,
): RawBuilder<boolean> {
  const { matching } = readChoice(body);
  if (matching === null) return sql<boolean>`${rowScope(actor, resource)} and r.id = any(${parseIds(body)}::bigint[])`;
  return matchingCondition({ actor, resource }, matching);
}

/** Dry run of a bulk write: how many rows it would touch, for how many the action is offered, and the highest id. Writes nothing. */
export async function describeTarget(
  { db, actor, resource }: ReadScope,
  body: Values,
  when: readonly Condition[],
): Promise<CountedTarget> {
  const { rows } = await sql<Omit<CountedTarget, 'limit'>>`
    select count(*)::int as count, (count(*) filter (where x.offered))::int as offered, coalesce(max(x.id), 0)::bigint as max_id,
      encode(sha256(coalesce(string_agg(x.id::text, ',' order by x.id), '')::bytea), 'hex') as marker
    from (select r.id, ${offerCondition(resource, when)} as offered from ${fromOf(resource)} r where ${targetCondition({ actor, resource }, body)} limit ${maximumMatching + 1}) x`.execute(
    db,
  );
  const figures = rows[0] ?? { count: 0, offered: 0, max_id: 0, marker: markerOf([]) };
  if (figures.count > maximumMatching) throw new AppError('list.too_many', { params: { count: maximumMatching } });
  return { ...figures, limit: maximumMatching };
}
