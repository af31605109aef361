import { setImmediate } from 'node:timers/promises';
import type { Field } from '@kaike/shared/kit/field';
import { AppError } from '../../core/app-error.ts';
import { fieldLabel } from '../../core/error-answer.ts';
import type { AdminCall } from '../../core/call.ts';
import type { Resource, Row } from '../behaviour.ts';
import { cellWriter, type Cell, type SheetCellContext } from './cells.ts';
import { parseListQuery, parseWhole, type ListQuery } from '../read/list-query.ts';
import { logExportPage } from './log-export.ts';
import { countMatching, rowsAfter } from '../read/load-rows.ts';

export type ExportPage = { current_page: number; last_page: number; max_id: number; data: Cell[][] };

export const exportPageRows = 1000;
/** Few enough that the rows of a file are collected before the garbage collector promotes them. */
const streamedRows = 200;

/** All fields of the export, or the selected ones; at least one. */
export function exportFields(call: AdminCall, { definition }: Resource): [string, Field][] {
  const raw = call.raw_query['fields[]'];
  const columnKeys = raw === undefined ? null : [raw].flat().map(String);
  const offered = definition.transfer?.export ?? [];
  const unknown = columnKeys?.find((key) => !offered.includes(key));
  const keys = columnKeys ? offered.filter((key) => columnKeys.includes(key)) : offered;
  if (unknown !== undefined || keys.length === 0)
    throw new AppError('request.invalid', { failures: { fields: [{ rule: 'in', params: [] }] } });
  return keys.flatMap((key): [string, Field][] => {
    const field = definition.fields[key];
    return field ? [[key, field]] : [];
  });
}

export function cellContext(call: AdminCall, { definition }: Resource): SheetCellContext {
  return { t: call.t, locale: call.locale, time_zone: call.time_zone, resource: definition.name };
}

const exportContext = async (call: AdminCall, resource: Resource): Promise<SheetCellContext> => ({
  ...cellContext(call, resource),
  open_choices: await resource.behaviour.choices?.(call),
});

type ExportSelection = { fields: [string, Field][]; query: ListQuery };

async function readChunk(
  call: AdminCall,
  resource: Resource,
  { fields, ...selection }: ExportSelection & { after_id: number; limit: number },
): Promise<Row[]> {
  const { present } = resource.behaviour;
  const keys = [...new Set([...fields.map(([key]) => key), ...(present?.fields ?? [])])];
  const rows = await rowsAfter({ db: call.ctx.db, actor: call.actor, resource }, { ...selection, keys });
  await present?.words(call, rows);
  return rows;
}

/** The cells of a row, in the order of the fields. */
function rowWriter(context: SheetCellContext, fields: ExportSelection['fields']): (row: Row) => Cell[] {
  const writers = fields.map(([key, field]) => cellWriter(context, { key, field }));
  return (row) => writers.map((write) => write(row));
}

/** Cells of many rows, built a few rows at a time so that other requests run in between. */
export async function cellsInTurns(
  context: SheetCellContext,
  fields: ExportSelection['fields'],
  rows: readonly Row[],
): Promise<Cell[][]> {
  const write = rowWriter(context, fields);
  const cells: Cell[][] = [];
  for (let start = 0; start < rows.length; start += streamedRows) {
    if (start > 0) await setImmediate();
    for (const row of rows.slice(start, start + streamedRows)) cells.push(write(row));
  }
  return cells;
}

/** Everything that matches, as cells, read while it is sent. */
export async function* exportChunks(
  call: AdminCall,
  resource: Resource,
  selection: ExportSelection,
): AsyncGenerator<Cell[][]> {
  const write = rowWriter(await exportContext(call, resource), selection.fields);
  let maxId = 0;
  for (;;) {
    const rows = await readChunk(call, resource, { ...selection, after_id: maxId, limit: streamedRows });
    maxId = rows.at(-1)?.id ?? maxId;
    const isLast = rows.length < streamedRows;
    const cells = rows.map(write);
    // The garbage collector may promote the result of the driver, and with it all rows it references, although they are done with: 40 MiB for 50,000.
    rows.length = 0;
    yield cells;
    if (isLast) return;
  }
}

/** Where a page begins: page 0, 1 or none is the first one, any other continues after an id. */
function readPlace(raw: Record<string, unknown>): { page: number; after_id: number } {
  const page = parseWhole(raw['page'], 1);
  const id = parseWhole(raw['id'], 0);
  if (page === null || id === null)
    throw new AppError('request.invalid', {
      failures: { [page === null ? 'page' : 'id']: [{ rule: 'integer', params: [] }] },
    });
  return page <= 1 ? { page: 1, after_id: 0 } : { page, after_id: id };
}

/** One page of an export in the format of the specification: the first page begins with the keys and the labels. It is recorded in the download log before it is sent. */
export async function exportPage(call: AdminCall, resource: Resource): Promise<ExportPage> {
  const { page: rawPage, id: rawId, json: _json, format: _format, 'fields[]': _fields, ...rest } = call.raw_query;
  const query = parseListQuery(resource.definition, rest);
  const fields = exportFields(call, resource);
  const { page, after_id } = readPlace({ page: rawPage, id: rawId });
  const isStart = page === 1;
  const rows = await readChunk(call, resource, { fields, query, after_id, limit: exportPageRows });
  // The database records and counts while the cells are built.
  const [, total, cells] = await Promise.all([
    logExportPage(call, resource, {
      fields: fields.map(([key]) => key),
      after_id,
      ids: rows.map((row) => row.id),
    }),
    isStart ? countMatching({ db: call.ctx.db, actor: call.actor, resource }, query) : 0,
    exportContext(call, resource).then((context) => cellsInTurns(context, fields, rows)),
  ]);
  const { name } = resource.definition;
  const head: Cell[][] = isStart
    ? [fields.map(([key]) => key), fields.map(([key]) => fieldLabel(call.t, key, name))]
    : [];
  const isEnd = rows.length < exportPageRows;
  return {
    current_page: page,
    max_id: rows.at(-1)?.id ?? after_id,
    data: [...head, ...cells],
    last_page: isStart ? Math.max(1, Math.ceil(total / exportPageRows)) : isEnd ? page : page + 1,
  };
}
