import { sql } from 'kysely';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import type { Field } from '@kaike/shared/kit/field';
import { readInput, type FieldFailures } from '@kaike/shared/kit/read-input';
import type { Db } from '../db/pool.ts';
import { answerError, fieldLabel } from '../http/error-answer.ts';
import { AppError, assert } from '../http/app-error.ts';
import type { Resource, Values, Write } from './behaviour.ts';
import { fromCells, relationTexts, type CellContext } from './cells.ts';
import { writeLog } from './operation-log.ts';
import { findRows } from './read-rows.ts';
import { applyChange, insertRow } from './write-rows.ts';
import { insertMany } from './insert-many.ts';

export type ImportResult = { success: number; created: number; updated: number; errors: Values[] };
type Reading = { values: Values; failures: FieldFailures };
type Importing = { write: Write; resource: Resource; context: CellContext };

export const maximumRows = 1000;

function importFields({ definition }: Resource): [string, Field][] {
  return (definition.transfer?.import ?? []).flatMap((key): [string, Field][] => {
    const field = definition.fields[key];
    return field ? [[key, field]] : [];
  });
}

/** Ids of the rows that texts name, one query per relation for the whole chunk. */
async function resolveRelations(db: Db, resource: Resource, rows: Values[]): Promise<void> {
  for (const [key, field] of importFields(resource)) {
    if (!field.resource) continue;
    const texts = [...new Set(rows.flatMap((row) => relationTexts(field, row[key])))];
    if (texts.length === 0) continue;
    const target = resource.related(field.resource);
    const from = sql.table(target.behaviour.read_from ?? target.definition.table);
    const title = sql.ref(target.definition.title);
    const found = await sql<{ id: number; title: string }>`select id, ${title} as title from ${from} where ${title} = any(${texts}::text[]) and deleted_at is null`.execute(db);
    const ids = new Map(found.rows.map((row) => [row.title, row.id]));
    const named = (value: unknown): unknown => ids.get(String(value).trim()) ?? value;
    for (const row of rows) {
      const value = row[key];
      if (relationTexts(field, value).length === 0) continue;
      row[key] = field.kind === 'relations' ? (Array.isArray(value) ? value : String(value).split(/[,，、]/)).map(named) : named(value);
    }
  }
}

async function existingByKey({ write, resource }: Importing, rows: Values[]): Promise<Map<string, number>> {
  const key = resource.definition.transfer?.key;
  const wanted = key ? rows.map((row) => row[key]).filter((value) => value !== undefined && value !== null && value !== '').map((value) => String(value).trim()) : [];
  if (!key || wanted.length === 0) return new Map();
  const from = sql.table(resource.definition.table);
  const found = await sql<{ id: number; value: string }>`select id, ${sql.ref(key)}::text as value from ${from} where ${sql.ref(key)} = any(${wanted}::text[]) and deleted_at is null`.execute(write.trx);
  const visible = new Set((await findRows({ db: write.trx, actor: write.call.actor, resource }, found.rows.map((row) => row.id))).map((row) => row.id));
  return new Map(found.rows.filter((row) => visible.has(row.id)).map((row) => [row.value, row.id]));
}

function describeFailures({ write, resource }: Importing, failures: FieldFailures): string {
  const { t } = write.call;
  return Object.entries(failures)
    .flatMap(([key, list]) => list.map((failure) => failureMessage(t, failure, fieldLabel(t, key, resource.definition.name))))
    .join('；');
}

async function saveOne({ write, resource }: Importing, values: Values, id: number | undefined): Promise<void> {
  if (id === undefined) {
    await insertRow(write, resource, values);
    return;
  }
  const [row] = await findRows({ db: write.trx, actor: write.call.actor, resource }, [id]);
  assert(row, 'record.not_found');
  const changed = (await resource.behaviour.beforeUpdate?.(write, { before: row, values })) ?? values;
  const after = await applyChange(write, resource, { row, values: changed });
  await resource.behaviour.afterUpdate?.(write, { before: row, after });
}

/** Saves one row inside a savepoint; its error is its own. */
async function trySave(given: Importing, values: Values, id: number | undefined): Promise<string | null> {
  const { trx, call } = given.write;
  await sql`savepoint import_row`.execute(trx);
  try {
    await saveOne(given, values, id);
    await sql`release savepoint import_row`.execute(trx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint import_row`.execute(trx);
    const answer = answerError(error, call.t, given.resource.definition.name);
    if (answer.is_fault) throw error;
    return String(answer.body['message']);
  }
}

/** New rows of a resource without hooks go in by one statement; when that fails, each is tried alone. */
async function saveNew(given: Importing, rows: { index: number; values: Values }[], errors: Map<number, string>): Promise<number> {
  const { behaviour } = given.resource;
  const isPlain = !behaviour.beforeCreate && !behaviour.afterCreate;
  if (isPlain && rows.length > 1) {
    await sql`savepoint import_chunk`.execute(given.write.trx);
    try {
      await insertMany(given.write, given.resource, rows.map((row) => row.values));
      await sql`release savepoint import_chunk`.execute(given.write.trx);
      return rows.length;
    } catch {
      // Which row it was is found below, row by row.
      await sql`rollback to savepoint import_chunk`.execute(given.write.trx);
    }
  }
  let saved = 0;
  for (const row of rows) {
    const message = await trySave(given, row.values, undefined);
    if (message === null) saved += 1;
    else errors.set(row.index, message);
  }
  return saved;
}

async function saveExisting(given: Importing, rows: { index: number; values: Values; id: number }[], errors: Map<number, string>): Promise<number> {
  let saved = 0;
  for (const row of rows) {
    const message = await trySave(given, row.values, row.id);
    if (message === null) saved += 1;
    else errors.set(row.index, message);
  }
  return saved;
}

async function importChunk(given: Importing, raw: Values[]): Promise<ImportResult> {
  const { resource, write } = given;
  const rows = raw.map((row) => fromCells(given.context, resource.definition.fields, row));
  await resolveRelations(write.trx, resource, rows);
  const fields = importFields(resource);
  const existing = await existingByKey(given, rows);
  const key = resource.definition.transfer?.key ?? '';
  const idOf = (row: Values | undefined): number | undefined => existing.get(String(row?.[key] ?? '').trim());
  // What a sheet does not have stays as it is in a row that exists; a new row gets its defaults.
  const read = rows.map((row): Reading => readInput(fields, row, { partial: idOf(row) !== undefined }));
  const errors = new Map<number, string>();
  const fresh: { index: number; values: Values }[] = [];
  const known: { index: number; values: Values; id: number }[] = [];
  read.forEach(({ values, failures }, index) => {
    const id = idOf(rows[index]);
    if (Object.keys(failures).length > 0) errors.set(index, describeFailures(given, failures));
    else if (id === undefined) fresh.push({ index, values });
    else known.push({ index, values, id });
  });
  const created = await saveNew(given, fresh, errors);
  const updated = await saveExisting(given, known, errors);
  const wrong = [...errors].sort(([a], [b]) => a - b).map(([index, error]) => ({ ...raw[index], error }));
  return { success: created + updated, created, updated, errors: wrong };
}

/** Saves a chunk of a sheet. Good rows are kept, wrong ones come back with what is wrong; a retried chunk changes nothing. */
export async function importRows({ trx, call, resource }: Write & { resource: Resource }, datas: Values[]): Promise<ImportResult> {
  if (datas.length > maximumRows) throw new AppError('request.too_large');
  const context = { t: call.t, locale: call.locale, time_zone: call.time_zone, resource: resource.definition.name };
  const result = await importChunk({ write: { trx, call }, resource, context }, datas);
  await writeLog(trx, call, {
    resource: resource.definition.name, action: 'import',
    after: { created: result.created, updated: result.updated, wrong: result.errors.length },
  });
  return result;
}
