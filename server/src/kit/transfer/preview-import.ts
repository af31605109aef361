import { sql } from 'kysely';
import type { AdminCall } from '../../core/call.ts';
import { AppError } from '../../core/app-error.ts';
import type { Resource, Row, Values } from '../behaviour.ts';
import { toCell, type Cell } from './cells.ts';
import { importChunk, importTaskOf, maximumRows, type ChunkOutcome, type ImportTask } from './import-rows.ts';
import { addLabels } from '../read/labels.ts';
import { findRows, maskExported } from '../read/read-rows.ts';

type Change = { before: Cell; after: Cell };
export type PreviewRow = {
  state: 'new' | 'changed' | 'same' | 'wrong';
  error: string;
  fields: string[];
  changes: Record<string, Change>;
};

type Cells = Map<number, Record<string, Cell>>;

async function cellsOf({ write, resource, context }: ImportTask, ids: readonly number[]): Promise<Cells> {
  const rows = await findRows({ db: write.trx, actor: write.call.actor, resource }, ids);
  await addLabels({ db: write.trx, actor: write.call.actor, resource }, rows);
  const keys = resource.definition.transfer?.import ?? [];
  const cells = (row: Row): Record<string, Cell> =>
    Object.fromEntries(
      keys.flatMap((key) => {
        const field = resource.definition.fields[key];
        return field ? [[key, toCell(context, { row, key, field })]] : [];
      }),
    );
  return new Map(maskExported(write.call.actor, resource, rows).map((row) => [row.id, cells(row)]));
}

function changesOf(
  before: Record<string, Cell> | undefined,
  after: Record<string, Cell> | undefined,
): Record<string, Change> {
  return Object.fromEntries(
    Object.entries(after ?? {}).flatMap(([key, value]): [string, Change][] => {
      const old = before?.[key] ?? null;
      return String(old ?? '') === String(value ?? '') ? [] : [[key, { before: old, after: value }]];
    }),
  );
}

function describeRow(outcome: ChunkOutcome, index: number, cells: { before: Cells; after: Cells }): PreviewRow {
  const wrong = outcome.wrong.get(index);
  if (wrong) return { state: 'wrong', ...wrong, changes: {} };
  const id = outcome.updated.get(index);
  if (id === undefined) return { state: 'new', error: '', fields: [], changes: {} };
  const changes = changesOf(cells.before.get(id), cells.after.get(id));
  return { state: Object.keys(changes).length > 0 ? 'changed' : 'same', error: '', fields: [], changes };
}

async function importAndRollBack(task: ImportTask, datas: readonly Values[]): Promise<PreviewRow[]> {
  const { trx } = task.write;
  await sql`savepoint dry_run`.execute(trx);
  const outcome = await importChunk(task, datas);
  const ids = [...new Set(outcome.updated.values())];
  const after = await cellsOf(task, ids);
  await sql`rollback to savepoint dry_run`.execute(trx);
  const cells = { before: await cellsOf(task, ids), after };
  return datas.map((_row, index) => describeRow(outcome, index, cells));
}

/** Returns for each row whether an import would create, change or refuse it, by importing and rolling back, so that the same rules apply. */
export async function previewImport(
  { call, resource }: { call: AdminCall; resource: Resource },
  datas: readonly Values[],
): Promise<PreviewRow[]> {
  if (datas.length > maximumRows) throw new AppError('request.too_large');
  return call.ctx.db.transaction().execute((trx) => importAndRollBack(importTaskOf({ trx, call, resource }), datas));
}
