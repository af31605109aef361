import { sql } from 'kysely';
import { importMostRows } from '@kaike/shared/domain/constants';
import type { AdminCall } from '../../core/call.ts';
import { AppError } from '../../core/app-error.ts';
import type { Resource, Values } from '../behaviour.ts';
import type { Cell } from './cells.ts';
import { exportedCells, type Cells } from './existing-rows.ts';
import { proposeValues } from './propose-values.ts';
import { importChunk, importTaskOf } from './import-rows.ts';
import type { ChunkOutcome, ImportTask } from './import-task.ts';

type Change = { before: Cell; after: Cell };
export type PreviewRow = {
  state: 'new' | 'changed' | 'same' | 'wrong';
  error: string;
  fields: string[];
  /** Why, by field, where the reason concerns one. */
  messages: Record<string, string>;
  /** What a cell that names nothing there is was perhaps meant to be, by field. */
  proposals: Record<string, string>;
  changes: Record<string, Change>;
  /** The deleted row with the same key, which can be restored instead. */
  trashed: number | null;
};

const fine = { error: '', fields: [], messages: {}, proposals: {} };

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

function describeRow(
  outcome: ChunkOutcome,
  index: number,
  cells: { before: Cells; after: Cells },
): Omit<PreviewRow, 'trashed'> {
  const wrong = outcome.wrong.get(index);
  if (wrong) return { state: 'wrong', ...wrong, proposals: {}, changes: {} };
  if (outcome.unchanged.has(index)) return { state: 'same', ...fine, changes: {} };
  const id = outcome.updated.get(index);
  if (id === undefined) return { state: 'new', ...fine, changes: {} };
  const changes = changesOf(cells.before.get(id), cells.after.get(id));
  return { state: Object.keys(changes).length > 0 ? 'changed' : 'same', ...fine, changes };
}

async function importAndRollBack(task: ImportTask, datas: readonly Values[]): Promise<PreviewRow[]> {
  const { trx } = task.write;
  await sql`savepoint dry_run`.execute(trx);
  const outcome = await importChunk(task, datas);
  const ids = [...new Set(outcome.updated.values())];
  const after = await exportedCells(task, ids);
  await sql`rollback to savepoint dry_run`.execute(trx);
  const cells = { before: await exportedCells(task, ids), after };
  const proposals = await proposeValues(task, datas, outcome.wrong);
  return datas.map((_row, index) => ({
    ...describeRow(outcome, index, cells),
    proposals: proposals.get(index) ?? {},
    trashed: outcome.trashed.get(index) ?? null,
  }));
}

/** Returns for each row whether an import would create, change or refuse it, by importing and rolling back, so that the same rules apply. */
export async function previewImport(
  { call, resource }: { call: AdminCall; resource: Resource },
  datas: readonly Values[],
): Promise<PreviewRow[]> {
  if (datas.length > importMostRows) throw new AppError('request.too_large');
  return call.ctx.db.transaction().execute((trx) => importAndRollBack(importTaskOf({ trx, call, resource }), datas));
}
