import { sql } from 'kysely';
import type { RuleFailure } from '@kaike/shared/rules/engine';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import type { Field } from '@kaike/shared/kit/field';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import { importMostRows } from '@kaike/shared/domain/constants';
import { nestingOf, parentsFirst } from '@kaike/shared/kit/rows/sheet-nesting';
import type { Db } from '../../db/pool.ts';
import { analyzeIfGrown } from '../../db/analyze-if-grown.ts';
import { answerError, fieldLabel } from '../../core/error-answer.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { Resource, Values, Write } from '../behaviour.ts';
import { fromCells, relationTexts } from './cells.ts';
import { parseFields } from '../fields/parse-fields.ts';
import { writeLog } from '../write/operation-log.ts';
import { claimFiles } from '../files.ts';
import { findRows } from '../read/load-rows.ts';
import { applyChange, insertRow } from '../write/write-rows.ts';
import { insertMany } from '../write/insert-many.ts';
import { changedCells, existingByKey, exportedCells, splitFixed, type Existing } from './existing-rows.ts';
import { rowsByText } from './rows-by-text.ts';
import type { ChunkOutcome, ImportTask, Wrong } from './import-task.ts';
import { recordImport, storedRows, type ImportRun, type TouchedRow } from './import-record.ts';

export type ImportResult = {
  success: number;
  created: number;
  updated: number;
  unchanged: number;
  errors: Values[];
  import_id: number;
};
type ParsedRow = { values: Values; failures: FieldFailures };

function importFields({ definition }: Resource): [string, Field][] {
  return (definition.transfer?.import ?? []).flatMap((key): [string, Field][] => {
    const field = definition.fields[key];
    return field ? [[key, field]] : [];
  });
}

/**
 * Replaces texts by the ids of the rows they name, one query per relation for the whole chunk. A text that several rows have names
 * none of them: answers, by row, the fields with such a text.
 */
async function resolveRelations(db: Db, resource: Resource, rows: Values[]): Promise<FieldFailures[]> {
  const failures = rows.map((): FieldFailures => ({}));
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
    const ids = new Map<string, number>();
    const ambiguous = new Set<string>();
    for (const { id, text } of matches.rows) {
      if (ids.has(text)) ambiguous.add(text);
      ids.set(text, id);
    }
    const named = (value: unknown): unknown => ids.get(String(value).trim()) ?? value;
    for (const [index, row] of rows.entries()) {
      const value = row[key];
      const own = relationTexts(field, value);
      if (own.length === 0) continue;
      const unclear = own.find((text) => ambiguous.has(text));
      if (unclear !== undefined)
        failures[index] = { ...failures[index], [key]: [{ rule: 'several', params: [unclear] }] };
      row[key] =
        field.kind === 'relations'
          ? (Array.isArray(value) ? value : String(value).split(/[,，、]/)).map(named)
          : named(value);
    }
  }
  return failures;
}

/** Text that names nothing, or several rows, needs another sentence than an empty cell; null for other failures. */
function namesWhat({ rule }: RuleFailure, value: unknown): 'unknown' | 'several' | null {
  if (rule === 'several') return 'several';
  return ['choose', 'in'].includes(rule) && String(value ?? '') !== '' ? 'unknown' : null;
}

/** Why a row is wrong: as a whole, and beside each cell, where its column need not be named. */
function wrongBy({ write, resource }: ImportTask, failures: FieldFailures, raw: Values): Wrong {
  const { t } = write.call;
  const say = (key: string, list: readonly RuleFailure[], ending: '' | '_in'): string => {
    const field = fieldLabel(t, key, resource.definition.name);
    return list
      .map((failure) => {
        const what = namesWhat(failure, raw[key]);
        return what
          ? t(`kit_transfer.${what}${ending}`, {
              field,
              value: what === 'several' ? failure.params[0] : String(raw[key]),
            })
          : failureMessage(t, failure, field);
      })
      .join('；');
  };
  const entries = Object.entries(failures);
  return {
    error: entries.map(([key, list]) => say(key, list, '_in')).join('；'),
    fields: Object.keys(failures),
    messages: Object.fromEntries(entries.map(([key, list]) => [key, say(key, list, '')])),
  };
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
  const errors = Object.entries((answer.body['errors'] as Record<string, string[]> | undefined) ?? {});
  return {
    error: String(answer.body['message']),
    fields: errors.map(([key]) => key),
    messages: Object.fromEntries(errors.map(([key, list]) => [key, list.join('；')])),
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
    if (typeof saved === 'number') {
      (id === undefined ? outcome.created : outcome.updated).set(index, saved);
      outcome.saved.push(saved);
    } else if (saved) outcome.wrong.set(index, saved);
  };
  if (together) fresh.forEach((row, place) => note(row, together[place]));
  for (const row of together ? ready.filter(({ id }) => id !== undefined) : ready)
    note(row, await trySave(task, row.values, row.id));
}

type ReadRow = ParsedRow & { id: number | undefined };

/** A cell that is empty in a new row leaves the field to its initial value. */
const filledCells = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== '' && value !== null));

/** Reads the rows: of a stored one only what differs from it, of a new one everything. */
async function readRows(task: ImportTask, raw: readonly Values[], existing: Existing): Promise<ReadRow[]> {
  const { resource, write } = task;
  const { fields: definitions, transfer } = resource.definition;
  const key = transfer?.key ?? '';
  const stored = await exportedCells(task, [...existing.ids.values()]);
  const texts = raw.map((row) => String(row[key] ?? '').trim());
  const ids = texts.map((text) => existing.ids.get(text));
  const rows = raw.map((row, index) => {
    const before = stored.get(ids[index] ?? 0);
    return fromCells(task.context, definitions, before ? changedCells(definitions, row, before) : row);
  });
  const unclear = await resolveRelations(write.trx, resource, rows);
  const fields = importFields(resource);
  // Numbers given by the server identify stored rows; nobody chooses one for a new row.
  const ofNew = fields.filter(([, field]) => field.read_only !== true);
  return rows.map((row, index): ReadRow => {
    const id = ids[index];
    const text = texts[index] ?? '';
    if (existing.ambiguous.has(text))
      return { values: {}, failures: { [key]: [{ rule: 'ambiguous', params: [] }] }, id };
    if (id !== undefined) {
      const { open, failures } = splitFixed(fields, row);
      const reading = parseFields(open, row, { partial: true });
      return { values: reading.values, failures: { ...reading.failures, ...failures, ...unclear[index] }, id };
    }
    const isUnknown = definitions[key]?.read_only === true && text !== '';
    const { values, failures } = parseFields(ofNew, filledCells(row));
    const known = isUnknown ? { ...failures, [key]: [{ rule: 'in', params: [] }] } : failures;
    return { values, failures: { ...known, ...unclear[index] }, id };
  });
}

/** The rows of a chunk in groups that are saved one after the other: a row can name one of an earlier group as the one above it. */
function groupsOf({ resource }: ImportTask, raw: readonly Values[]): number[][] {
  const nesting = nestingOf(resource.definition);
  return nesting ? parentsFirst(raw, nesting) : [[...raw.keys()]];
}

function trashedRows({ resource }: ImportTask, raw: readonly Values[], { trashed }: Existing): ChunkOutcome['trashed'] {
  const key = resource.definition.transfer?.key ?? '';
  return new Map(
    raw.flatMap((row, index) => {
      const id = trashed.get(String(row[key] ?? '').trim());
      return id === undefined ? [] : [[index, id] as const];
    }),
  );
}

/** A key that is refused because a deleted row has it gets the sentence that says so. */
function sayTrashed({ write, resource }: ImportTask, { wrong, trashed }: ChunkOutcome): void {
  const key = resource.definition.transfer?.key ?? '';
  const { t } = write.call;
  for (const index of trashed.keys()) {
    const reason = wrong.get(index);
    if (!reason?.fields.includes(key)) continue;
    const messages = { ...reason.messages, [key]: t('kit_transfer.in_trash') };
    wrong.set(index, { ...reason, messages, error: Object.values(messages).join('；') });
  }
}

/** Saves a chunk inside the running transaction: valid rows are saved, wrong ones reported; the previous state of existing rows is returned. */
export async function importChunk(task: ImportTask, raw: readonly Values[]): Promise<ChunkOutcome> {
  const existing = await existingByKey(task, raw);
  const outcome: ChunkOutcome = {
    created: new Map(),
    updated: new Map(),
    unchanged: new Map(),
    wrong: new Map(),
    trashed: trashedRows(task, raw, existing),
    before: await storedRows(task.write, task.resource, [...existing.ids.values()]),
    saved: [],
  };
  for (const indexes of groupsOf(task, raw)) {
    const rows = indexes.map((index) => raw[index] ?? {});
    const read = await readRows(task, rows, existing);
    const ready = read.flatMap(({ values, failures, id }, place): Ready[] => {
      const index = indexes[place] ?? 0;
      if (Object.keys(failures).length > 0) outcome.wrong.set(index, wrongBy(task, failures, rows[place] ?? {}));
      else if (id !== undefined && Object.keys(values).length === 0) outcome.unchanged.set(index, id);
      else return [{ index, values, id }];
      return [];
    });
    await saveReady(task, ready, outcome);
  }
  sayTrashed(task, outcome);
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
  if (datas.length > importMostRows) throw new AppError('request.too_large');
  const { created, updated, unchanged, wrong, before, saved } = await importChunk(
    importTaskOf({ trx, call, resource }),
    datas,
  );
  // Plans made for a table of a few dozen rows scan it whole.
  await analyzeIfGrown(trx, { table: resource.definition.table, added: created.size, share: 1 });
  const counts = { created: created.size, updated: updated.size, wrong: wrong.size };
  const touched = [...new Set(saved)].map((id): TouchedRow => ({
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
    success: counts.created + counts.updated + unchanged.size,
    created: counts.created,
    updated: counts.updated,
    unchanged: unchanged.size,
    errors,
    import_id: importId,
  };
}
