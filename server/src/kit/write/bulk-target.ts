import { sql, type RawBuilder } from 'kysely';
import { maximumLeftOut } from '@kaike/shared/domain/bulk-run';
import type { Condition } from '@kaike/shared/kit/resource';
import { AppError, assert } from '../../core/app-error.ts';
import { rowScope, sightOf } from '../access.ts';
import type { Values } from '../behaviour.ts';
import { listConditions, offerCondition } from '../read/conditions.ts';
import { readListQuery, readSearch } from '../read/list-query.ts';
import { fromOf, type Reading } from '../read/read-rows.ts';

/** Maximum ids in one request. */
export const maximumIds = 1000;
/** Maximum rows of a bulk write on everything that matches. */
export const maximumMatching = 100_000;
/** Rows per page of it: a transaction of about a second. */
export const bulkPageRows = 200;

/** Progress over everything that matches: rows up to `after_id` are done. */
export type BulkPage = { after_id: number; done: boolean };
export type BulkTarget = { ids: number[]; page: BulkPage | null };

/** The ids of a request: positive whole numbers, each once, at most 1,000. */
export function readIds(body: Values): number[] {
  const numbers = [body['ids'] ?? body['id']].flat().map(Number);
  const ids = [...new Set(numbers)].sort((a, b) => a - b);
  const isGood = ids.length > 0 && ids.length <= maximumIds && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!isGood) throw new AppError('request.invalid', { failures: { ids: [{ rule: 'required', params: [] }] } });
  return ids;
}

/** What matches the filters, within the scope and what the person sees, but the rows of `except`: their ids with commas between. */
function matchingCondition(
  { actor, resource }: Pick<Reading, 'actor' | 'resource'>,
  search: string,
): RawBuilder<boolean> {
  const { except, ...raw } = readSearch(search);
  const filters = Object.entries(raw).filter(([key]) => key.startsWith('where'));
  const query = readListQuery(resource.definition, Object.fromEntries(filters));
  const matching = listConditions({ resource, query, ...sightOf(actor, resource) });
  if (except === undefined) return matching;
  const texts = String(except).split(',');
  assert(texts.length <= maximumLeftOut, 'list.too_many_left_out', { params: { limit: maximumLeftOut } });
  const ids = readIds({ ids: texts });
  return sql<boolean>`${matching} and r.id <> all(${ids}::bigint[])`;
}

const matchingOf = (body: Values): string | null => (typeof body['matching'] === 'string' ? body['matching'] : null);
const idOf = (value: unknown): number => (Number.isSafeInteger(Number(value)) ? Math.max(0, Number(value)) : 0);

/**
 * The rows a bulk write is about: those named, or the next page of everything that matches the filters in `matching`. The
 * pages ascend by id up to `max_id`, so each row is processed once however the write changes it, and a retried page has the same rows.
 */
export async function readTarget({ db, actor, resource }: Reading, body: Values): Promise<BulkTarget> {
  const matching = matchingOf(body);
  if (matching === null) return { ids: readIds(body), page: null };
  const where = matchingCondition({ actor, resource }, matching);
  const maxId = idOf(body['max_id']);
  if (maxId === 0) throw new AppError('request.invalid', { failures: { max_id: [{ rule: 'required', params: [] }] } });
  const { rows } = await sql<{ id: number }>`select r.id from ${fromOf(resource)} r
    where ${where} and r.id > ${idOf(body['after_id'])} and r.id <= ${maxId} order by r.id limit ${bulkPageRows}`.execute(
    db,
  );
  const ids = rows.map((row) => row.id);
  return { ids, page: { after_id: ids.at(-1) ?? maxId, done: ids.length < bulkPageRows } };
}

export type TargetFigures = { count: number; offered: number; max_id: number; limit: number };

/** The rows a bulk write is about, within the scope, as a condition on `r`. */
export function targetCondition(
  { actor, resource }: Pick<Reading, 'actor' | 'resource'>,
  body: Values,
): RawBuilder<boolean> {
  const matching = matchingOf(body);
  if (matching === null) return sql<boolean>`${rowScope(actor, resource)} and r.id = any(${readIds(body)}::bigint[])`;
  return matchingCondition({ actor, resource }, matching);
}

/** Dry run of a bulk write: how many rows it would touch, for how many the action is offered, and the highest id. Writes nothing. */
export async function describeTarget(
  { db, actor, resource }: Reading,
  body: Values,
  when: readonly Condition[],
): Promise<TargetFigures> {
  const { rows } = await sql<Omit<TargetFigures, 'limit'>>`
    select count(*)::int as count, (count(*) filter (where x.offered))::int as offered, coalesce(max(x.id), 0)::bigint as max_id
    from (select r.id, ${offerCondition(resource, when)} as offered from ${fromOf(resource)} r where ${targetCondition({ actor, resource }, body)} limit ${maximumMatching + 1}) x`.execute(
    db,
  );
  const figures = rows[0] ?? { count: 0, offered: 0, max_id: 0 };
  if (figures.count > maximumMatching) throw new AppError('list.too_many', { params: { count: maximumMatching } });
  return { ...figures, limit: maximumMatching };
}
