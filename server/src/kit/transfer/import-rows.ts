import { sql, type RawBuilder } from 'kysely';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import type { Field } from '@kaike/shared/kit/field';
import type { FieldFailures } from '@kaike/shared/kit/read-input';
import type { Db } from '../../db/pool.ts';
import { analyzeIfGrown } from '../../db/analyze-if-grown.ts';
import { answerError, fieldLabel } from '../../core/error-answer.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Resource, Values, Write } from '../behaviour.ts';
import { fromCells, relationTexts, type CellContext } from './cells.ts';
import { readFields } from '../fields/read-fields.ts';
import { writeLog } from '../write/operation-log.ts';
import { claimFiles } from '../files.ts';
import { findRows } from '../read/read-rows.ts';
import { applyChange, insertRow } from '../write/write-rows.ts';
import { insertMany } from '../write/insert-many.ts';
import { recordImport, storedRows, type ImportRun, type TouchedRow } from './import-record.ts';

export type ImportResult = { success: number; created: number; updated: number; errors: Values[]; import_id: number };
export type Wrong = { error: string; fields: string[] };
/** The outcome of each row of a chunk, by index. */
export type ChunkOutcome = {
  created: Map<number, number>;
  updated: Map<number, number>;
  wrong: Map<number, Wrong>;
  before: Map<number, Values>;
};
type Reading = { values: Values; failures: FieldFailures };
export type ImportTask = { write: Write; resource: Resource; context: CellContext };

export const maximumRows = 1000;

function importFields({ definition }: Resource): [string, Field][] {
  return (definition.transfer?.import ?? []).flatMap((key): [string, Field][] => {
    const field = definition.fields[key];
    return field ? [[key, field]] : [];
  });
}

export type Lookup = { table: string; column: string; texts: readonly string[] };

/**
 * The rows, deleted ones excluded, whose column equals one of the texts. Compared by bytes, so that an index with that collation is
 * used (a test requires it) and not a trigram index, which would read the lists of every trigram.
 */
export const rowsByText = ({ table, column, texts }: Lookup): RawBuilder<{ id: number; text: string }> =>
  sql<{
    id: number;
    text: string;
  }>`select id, ${sql.ref(column)}::text as text from ${sql.table(table)} where ${sql.ref(column)} collate "C" = any(${texts}::text[]) and deleted_at is null`;

/** Replaces texts by the ids of the rows they name, one query per relation for the whole chunk. */
async function resolveRelations(db: Db, resource: Resource, rows: Values[]): Promise<void> {
  for (const [key, field] of importFields(resource)) {
    if (!field.resource) continue;
    const texts = [...new Set(rows.flatMap((row) => relationTexts(field, row[key])))];
    if (texts.length === 0) continue;
    const target = resource.related(field.resource);
    const matches = await rowsByText({
      // Not the view rows are read from: only the table has the index.
      table: target.definition.table,
      column: target.definition.title,
      texts,
    }).execute(db);
    const ids = new Map(matches.rows.map((row) => [row.text, row.id]));
    const named = (value: unknown): unknown => ids.get(String(value).trim()) ?? value;
    for (const row of rows) {
      const value = row[key];
      if (relationTexts(field, value).length === 0) continue;
      row[key] =
        field.kind === 'relations'
          ? (Array.isArray(value) ? value : String(value).split(/[,，、]/)).map(named)
          : named(value);
    }
  }
}

async function existingByKey({ write, resource }: ImportTask, rows: Values[]): Promise<Map<string, number>> {
  const key = resource.definition.transfer?.key;
  const keys = key
    ? rows
        .map((row) => row[key])
        .filter((value) => value !== undefined && value !== null && value !== '')
        .map((value) => String(value).trim())
    : [];
  if (!key || keys.length === 0) return new Map();
  const matches = await rowsByText({ table: resource.definition.table, column: key, texts: keys }).execute(write.trx);
  const visible = new Set(
    (
      await findRows(
        { db: write.trx, actor: write.call.actor, resource },
        matches.rows.map((row) => row.id),
      )
    ).map((row) => row.id),
  );
  return new Map(matches.rows.filter((row) => visible.has(row.id)).map((row) => [row.text, row.id]));
}

function describeFailures({ write, resource }: ImportTask, failures: FieldFailures): string {
  const { t } = write.call;
  return Object.entries(failures)
    .flatMap(([key, list]) =>
      list.map((failure) => failureMessage(t, failure, fieldLabel(t, key, resource.definition.name))),
    )
    .join('；');
}

async function saveOne({ write, resource }: ImportTask, values: Values, id: number | undefined): Promise<number> {
  if (id === undefined) return (await insertRow(write, resource, values)).id;
  const [row] = await findRows({ db: write.trx, actor: write.call.actor, resource }, [id]);
  assert(row, 'record.not_found');
  const changed = (await resource.behaviour.beforeUpdate?.(write, { before: row, values })) ?? values;
  const after = await applyChange(write, resource, { row, values: changed });
  await resource.behaviour.afterUpdate?.(write, { before: row, after });
  return id;
}

/** What is wrong with a row; a fault of ours is rethrown. */
function wrongOf({ write, resource }: ImportTask, error: unknown): Wrong {
  const answer = answerError(error, write.call.t, resource.definition.name);
  if (answer.is_fault) throw error;
  return {
    error: String(answer.body['message']),
    fields: Object.keys((answer.body['errors'] as object | undefined) ?? {}),
  };
}

/** Saves one row inside a savepoint; an error affects only this row. */
async function trySave(task: ImportTask, values: Values, id: number | undefined): Promise<number | Wrong> {
  const { trx } = task.write;
  await sql`savepoint import_row`.execute(trx);
  try {
    const saved = await saveOne(task, values, id);
    await sql`release savepoint import_row`.execute(trx);
    return saved;
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(trx);
    return wrongOf(task, error);
  }
}

/** New rows after the hook, by index: values, or why the row is refused. */
async function prepareTogether(
  { write, resource: { behaviour } }: ImportTask,
  rows: readonly Values[],
): Promise<(Values | AppError)[]> {
  if (behaviour.beforeCreateMany) return behaviour.beforeCreateMany(write, rows);
  const prepared: (Values | AppError)[] = [];
  for (const values of rows) {
    prepared.push(
      await (behaviour.beforeCreate?.(write, values) ?? Promise.resolve(values)).catch((error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      }),
    );
  }
  return prepared;
}

async function insertTogether(task: ImportTask, rows: readonly Values[]): Promise<(number | Wrong)[]> {
  const prepared = await prepareTogether(task, rows);
  const good = prepared.flatMap((each) => (each instanceof AppError ? [] : [each]));
  for (const values of good) await claimFiles(task.write, task.resource.definition.fields, { values });
  const ids = good.length > 0 ? await insertMany(task.write, task.resource, good) : [];
  let place = 0;
  return prepared.map((each) =>
    each instanceof AppError ? wrongOf(task, each) : (ids[place++] ?? wrongOf(task, new AppError('server.internal'))),
  );
}

/** Inserts new rows in one statement; null when that fails, or when a hook needs each stored row. */
async function saveTogether(task: ImportTask, rows: readonly Values[]): Promise<(number | Wrong)[] | null> {
  if (task.resource.behaviour.afterCreate || rows.length < 2) return null;
  const { trx } = task.write;
  await sql`savepoint import_chunk`.execute(trx);
  try {
    const saved = await insertTogether(task, rows);
    await sql`release savepoint import_chunk`.execute(trx);
    return saved;
  } catch {
    // The caller then saves row by row to find the failing one.
    await sql`rollback to savepoint import_chunk`.execute(trx);
    return null;
  }
}

type Ready = { index: number; values: Values; id: number | undefined };

async function saveReady(task: ImportTask, ready: readonly Ready[], outcome: ChunkOutcome): Promise<void> {
  const fresh = ready.filter((row) => row.id === undefined);
  const together = await saveTogether(
    task,
    fresh.map((row) => row.values),
  );
  const note = ({ index, id }: Ready, saved: number | Wrong | undefined): void => {
    if (typeof saved === 'number') (id === undefined ? outcome.created : outcome.updated).set(index, saved);
    else if (saved) outcome.wrong.set(index, saved);
  };
  if (together) fresh.forEach((row, place) => note(row, together[place]));
  for (const row of together ? ready.filter(({ id }) => id !== undefined) : ready)
    note(row, await trySave(task, row.values, row.id));
}

/** Saves a chunk inside the running transaction: valid rows are saved, wrong ones reported; the previous state of existing rows is returned. */
export async function importChunk(task: ImportTask, raw: readonly Values[]): Promise<ChunkOutcome> {
  const { resource, write } = task;
  const rows = raw.map((row) => fromCells(task.context, resource.definition.fields, row));
  await resolveRelations(write.trx, resource, rows);
  const fields = importFields(resource);
  const existing = await existingByKey(task, rows);
  const key = resource.definition.transfer?.key ?? '';
  const idOf = (row: Values | undefined): number | undefined => existing.get(String(row?.[key] ?? '').trim());
  const outcome: ChunkOutcome = {
    created: new Map(),
    updated: new Map(),
    wrong: new Map(),
    before: await storedRows(write, resource, [...existing.values()]),
  };
  // Fields missing in a sheet are unchanged in an existing row; a new row gets its defaults.
  const read = rows.map((row): Reading => readFields(fields, row, { partial: idOf(row) !== undefined }));
  const ready = read.flatMap(({ values, failures }, index): Ready[] => {
    if (Object.keys(failures).length === 0) return [{ index, values, id: idOf(rows[index]) }];
    outcome.wrong.set(index, { error: describeFailures(task, failures), fields: Object.keys(failures) });
    return [];
  });
  await saveReady(task, ready, outcome);
  return outcome;
}

export function importTaskOf({ trx, call, resource }: Write & { resource: Resource }): ImportTask {
  return {
    write: { trx, call, is_import: true },
    resource,
    context: { t: call.t, locale: call.locale, time_zone: call.time_zone, resource: resource.definition.name },
  };
}

/** Saves a chunk of a sheet. Valid rows are saved, wrong ones returned with the error; a retried chunk changes nothing. */
export async function importRows(
  { trx, call, resource }: Write & { resource: Resource },
  datas: Values[],
  run: ImportRun,
): Promise<ImportResult> {
  if (datas.length > maximumRows) throw new AppError('request.too_large');
  const { created, updated, wrong, before } = await importChunk(importTaskOf({ trx, call, resource }), datas);
  // Plans made for a table of a few dozen rows scan it whole.
  await analyzeIfGrown(trx, { table: resource.definition.table, added: created.size, share: 1 });
  const counts = { created: created.size, updated: updated.size, wrong: wrong.size };
  const touched = [...new Set([...created.values(), ...updated.values()])].map((id): TouchedRow => ({
    id,
    before: before.get(id) ?? null,
  }));
  const importId = await recordImport({ trx, call }, resource, { run, counts, touched });
  await writeLog(trx, call, {
    resource: resource.definition.name,
    action: 'import',
    record_id: importId,
    after: counts,
  });
  const errors = [...wrong].sort(([a], [b]) => a - b).map(([index, { error }]) => ({ ...datas[index], error }));
  return {
    success: counts.created + counts.updated,
    created: counts.created,
    updated: counts.updated,
    errors,
    import_id: importId,
  };
}
