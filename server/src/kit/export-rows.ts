import type { Field } from '@kaike/shared/kit/field';
import { AppError } from '../http/app-error.ts';
import { fieldLabel } from '../http/error-answer.ts';
import type { AdminCall } from '../http/route.ts';
import type { Resource } from './behaviour.ts';
import { toCell, type Cell, type CellContext } from './cells.ts';
import { readListQuery, type ListQuery } from './list-query.ts';
import { countMatching, rowsAfter } from './read-rows.ts';

export type ExportPage = { current_page: number; last_page: number; max_id: number; data: Cell[][] };

export const exportPageRows = 1000;
/** Few enough that a file's rows are garbage before the collector takes them for lasting ones. */
const streamedRows = 200;

/** The export's fields, or those of them that were ticked; at least one. */
export function exportFields(call: AdminCall, { definition }: Resource): [string, Field][] {
  const raw = (call.request.query as Record<string, unknown>)['fields[]'];
  const chosen = raw === undefined ? null : [raw].flat().map(String);
  const offered = definition.transfer?.export ?? [];
  const unknown = chosen?.find((key) => !offered.includes(key));
  const keys = chosen ? offered.filter((key) => chosen.includes(key)) : offered;
  if (unknown !== undefined || keys.length === 0) throw new AppError('request.invalid', { failures: { fields: [{ rule: 'in', params: [] }] } });
  return keys.flatMap((key): [string, Field][] => {
    const field = definition.fields[key];
    return field ? [[key, field]] : [];
  });
}

export function cellContext(call: AdminCall, { definition }: Resource): CellContext {
  return { t: call.t, locale: call.locale, time_zone: call.time_zone, resource: definition.name };
}

type Given = { fields: [string, Field][]; query: ListQuery; after_id?: number; limit?: number };

/** Rows of a keyset page as cells; starts over at id 0. */
export async function* exportChunks(call: AdminCall, resource: Resource, given: Given): AsyncGenerator<{ cells: Cell[][]; max_id: number }> {
  const context = cellContext(call, resource);
  const keys = given.fields.map(([key]) => key);
  const limit = given.limit ?? streamedRows;
  let maxId = given.after_id ?? 0;
  for (;;) {
    const rows = await rowsAfter({ db: call.ctx.db, actor: call.actor, resource }, { query: given.query, after_id: maxId, limit, keys });
    maxId = rows.at(-1)?.id ?? maxId;
    yield { cells: rows.map((row) => given.fields.map(([key, field]) => toCell(context, { row, key, field }))), max_id: maxId };
    if (rows.length < limit) return;
  }
}

/** One page of an export in the specification's form: the first page begins with the keys and the labels. */
export async function exportPage(call: AdminCall, resource: Resource): Promise<ExportPage> {
  const raw = call.request.query as Record<string, unknown>;
  const { page: rawPage, id: rawId, ...rest } = raw;
  const query = readListQuery(resource.definition, rest);
  const fields = exportFields(call, resource);
  const page = Math.max(1, Number(rawPage) || 1);
  const isStart = page === 1;
  const afterId = isStart ? 0 : Number(rawId) || 0;
  const { value } = await exportChunks(call, resource, { fields, query, after_id: afterId, limit: exportPageRows }).next();
  const cells: Cell[][] = value?.cells ?? [];
  const total = isStart ? await countMatching({ db: call.ctx.db, actor: call.actor, resource }, query) : 0;
  const { name } = resource.definition;
  const head: Cell[][] = isStart ? [fields.map(([key]) => key), fields.map(([key]) => fieldLabel(call.t, key, name))] : [];
  const isEnd = cells.length < exportPageRows;
  return {
    current_page: page, max_id: value?.max_id ?? afterId, data: [...head, ...cells],
    last_page: isStart ? Math.max(1, Math.ceil(total / exportPageRows)) : isEnd ? page : page + 1,
  };
}
