import { kinds } from '@kaike/shared/kit/kinds';
import type { Field, Fields } from '@kaike/shared/kit/field';
import type { FieldFailures } from '@kaike/shared/kit/parse-input';
import type { Row, Values } from '../behaviour.ts';
import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../core/actor.ts';
import { addLabels } from '../read/labels.ts';
import { findRows, maskExported, visibleIds } from '../read/load-rows.ts';
import { cellWriter, type Cell } from './cells.ts';
import { splitList } from './propose-values.ts';
import { rowsByText } from './rows-by-text.ts';
import type { ImportTask } from './import-task.ts';

export type Cells = Map<number, Record<string, Cell>>;

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim());

/** `ambiguous`: texts that several rows have, so that none of them is meant for certain. `trashed`: deleted rows, which can be restored. */
export type Existing = { ids: Map<string, number>; ambiguous: Set<string>; trashed: Map<string, number> };

/** Deleted rows that this person may restore, by the value of the key column. */
async function trashedByKey(
  { write: { trx, call }, resource }: ImportTask,
  { column, texts }: { column: string; texts: readonly string[] },
): Promise<Map<string, number>> {
  const { definition } = resource;
  if (definition.hard_delete || !definition.only.includes('delete') || texts.length === 0) return new Map();
  if (!hasPermission(call.actor, permissionOf(definition, 'delete'))) return new Map();
  const matches = await rowsByText({ table: definition.table, column, texts, in_trash: true }).execute(trx);
  const rows = await findRows(
    { db: trx, actor: call.actor, resource },
    matches.rows.map((row) => row.id),
    { deleted: true },
  );
  const visible = new Set(rows.map((row) => row.id));
  return new Map(matches.rows.flatMap(({ id, text }) => (visible.has(id) ? [[text, id] as const] : [])));
}

/** The stored rows that this person sees, by the value of the key column that the sheet has. */
export async function existingByKey(
  { write, resource, context }: ImportTask,
  rows: readonly Values[],
): Promise<Existing> {
  const { table, transfer } = resource.definition;
  const existing: Existing = { ids: new Map(), ambiguous: new Set(), trashed: new Map() };
  const key = transfer?.key;
  const texts = key ? rows.map((row) => textOf(row[key])).filter((text) => text !== '') : [];
  if (!key || texts.length === 0) return existing;
  const matches = await rowsByText({ table, column: key, texts }).execute(write.trx);
  const visible = await visibleIds(
    { db: write.trx, actor: write.call.actor, resource },
    matches.rows.map((row) => row.id),
  );
  for (const { id, text } of matches.rows) {
    if (!visible.has(id)) continue;
    if (existing.ids.has(text)) existing.ambiguous.add(text);
    existing.ids.set(text, id);
  }
  for (const text of existing.ambiguous) existing.ids.delete(text);
  const unknown = texts.filter((text) => !existing.ids.has(text) && !existing.ambiguous.has(text));
  existing.trashed = await trashedByKey({ write, resource, context }, { column: key, texts: unknown });
  return existing;
}

/** The imported columns of stored rows, as an export shows them to this person. */
export async function exportedCells({ write, resource, context }: ImportTask, ids: readonly number[]): Promise<Cells> {
  const rows = await findRows({ db: write.trx, actor: write.call.actor, resource }, ids);
  await addLabels({ db: write.trx, actor: write.call.actor, resource }, rows);
  const writers = (resource.definition.transfer?.import ?? []).flatMap((key) => {
    const field = resource.definition.fields[key];
    return field ? [{ key, write: cellWriter(context, { key, field }) }] : [];
  });
  const cells = (row: Row): Record<string, Cell> =>
    Object.fromEntries(writers.map(({ key, write }) => [key, write(row)]));
  return new Map(maskExported(write.call.actor, resource, rows).map((row) => [row.id, cells(row)]));
}

/** Separators of lists are typed in several ways; elsewhere punctuation is part of the text. */
const comparable = (field: Field | undefined, value: unknown): string =>
  field?.kind === 'relations' || field?.kind === 'tags' ? splitList(textOf(value)).join('，') : textOf(value);

/** What a sheet changes in a stored row: a cell that equals what an export shows says nothing, a masked one included. */
export const changedCells = (fields: Fields, row: Values, stored: Record<string, Cell>): Values =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([key, value]) => !(key in stored) || comparable(fields[key], value) !== comparable(fields[key], stored[key]),
    ),
  );

/** A field that is written on creation only has nothing to say about a stored row. */
const saysNothing = (field: Field, value: unknown): boolean =>
  value === undefined ||
  textOf(value) === '' ||
  String(kinds[field.kind].read(value, field)) === String(field.initial ?? '');

/** The fields of a stored row that an import may write, and why others are refused. */
export function splitFixed(
  fields: readonly [string, Field][],
  row: Values,
): { open: [string, Field][]; failures: FieldFailures } {
  const open: [string, Field][] = [];
  const failures: FieldFailures = {};
  for (const entry of fields) {
    const [key, field] = entry;
    if (!field.read_only) open.push(entry);
    else if (!saysNothing(field, row[key])) failures[key] = [{ rule: 'fixed', params: [] }];
  }
  return { open, failures };
}
