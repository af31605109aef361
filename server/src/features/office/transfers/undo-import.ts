import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';
import { answerError } from '../../../core/error-answer.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { Resource, Row, Values, Write } from '../../../kit/behaviour.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { applyChange, removeRows } from '../../../kit/write/write-rows.ts';
import { permissionOf } from '@kaike/shared/kit/resource';
import type * as transfers from '@kaike/shared/contracts/office/transfers';
import type { AdminCallOf } from '../../../core/call.ts';

export const undoHours = 24;
/** Rows per request: a transaction of about a second. */
const rowsAtOnce = 200;

type ImportEntry = { id: number; resource: string; created_at: Date };
type Image = { record_id: number; before: Values | null; version: number };
export type UndoFailure = { id: number; title: string; code: string; message: string };
export type UndoResult = { undone: number; failed: UndoFailure[]; left: number };

/** Reads and locks the import, so that concurrent undos are serialized. Only the user who ran it may undo it, while they may still import. */
async function lockImport(trx: Db, call: AdminCall, id: number): Promise<ImportEntry> {
  const { rows } =
    await sql<ImportEntry>`select id, resource, created_at from imports where id = ${id} and user_id = ${call.actor.user_id} for update`.execute(
      trx,
    );
  const [entry] = rows;
  assert(entry, 'record.not_found');
  const resource = call.ctx.resources.get(entry.resource);
  assert(hasPermission(call.actor, permissionOf(resource.definition, 'import')), 'access.denied');
  assert(call.ctx.clock().getTime() - entry.created_at.getTime() < undoHours * 3_600_000, 'import.too_late');
  return entry;
}

async function takeBack(write: Write, resource: Resource, target: { row: Row; before: Values | null }): Promise<void> {
  const { row, before } = target;
  if (!before) {
    const { failed } = await removeRows(write, resource, [row.id]);
    const [first] = failed;
    if (first) throw new AppError(first.code, first.params ? { params: first.params } : {});
    return;
  }
  // Only fields an import may write are restored; counters and states stay.
  const values = Object.fromEntries(
    (resource.definition.transfer?.import ?? []).flatMap((key) => (key in before ? [[key, before[key]]] : [])),
  );
  const changed = (await resource.behaviour.beforeUpdate?.(write, { before: row, values })) ?? values;
  const after = await applyChange(write, resource, { row, values: changed });
  await resource.behaviour.afterUpdate?.(write, { before: row, after });
}

/** Undoes one row inside a savepoint; returns null on success, otherwise why the row stays. */
async function tryTakeBack(
  write: Write,
  resource: Resource,
  target: { row: Row | undefined; image: Image },
): Promise<Omit<UndoFailure, 'id' | 'title'> | null> {
  const { trx, call } = write;
  const { row, image } = target;
  await sql`savepoint undo_row`.execute(trx);
  try {
    assert(row, 'import.gone');
    assert(row.version === image.version, 'import.changed_since');
    await takeBack(write, resource, { row, before: image.before });
    await sql`release savepoint undo_row`.execute(trx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint undo_row`.execute(trx);
    const answer = answerError(error, call.t, resource.definition.name);
    if (answer.is_fault) throw error;
    return { code: answer.body.code, message: answer.body.message };
  }
}

async function undoPage(write: Write, entry: ImportEntry, resource: Resource): Promise<Omit<UndoResult, 'left'>> {
  const { trx, call } = write;
  // In reverse order: children of a tree were saved after their parents.
  const { rows: images } =
    await sql<Image>`select record_id, before, version from import_rows where import_id = ${entry.id} and state = 0
    order by saved_no desc limit ${rowsAtOnce}`.execute(trx);
  const ids = images.map((image) => image.record_id);
  await sql`select id from ${sql.table(resource.definition.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(
    trx,
  );
  const rows = new Map((await findRows({ db: trx, actor: call.actor, resource }, ids)).map((row) => [row.id, row]));
  const failed: UndoFailure[] = [];
  for (const image of images) {
    const row = rows.get(image.record_id);
    const reason = await tryTakeBack(write, resource, { row, image });
    if (reason)
      failed.push({
        id: image.record_id,
        title: String(row?.[resource.definition.title] ?? `#${image.record_id}`),
        ...reason,
      });
  }
  const failedIds = failed.map((row) => row.id);
  await sql`update import_rows set state = case when record_id = any(${failedIds}::bigint[]) then 2 else 1 end where import_id = ${entry.id} and record_id = any(${ids}::bigint[])`.execute(
    trx,
  );
  return { undone: images.length - failed.length, failed };
}

/** Undoes the next rows of an import. Rows changed since then stay and are reported. Safe to repeat: finished rows are skipped. */
export async function undoImport(call: AdminCallOf<typeof transfers.undoImport>): Promise<UndoResult> {
  const id = call.params.id;
  return call.ctx.db.transaction().execute(async (trx) => {
    const entry = await lockImport(trx, call, id);
    const resource = call.ctx.resources.get(entry.resource);
    const { undone, failed } = await undoPage({ trx, call }, entry, resource);
    const { rows } = await sql<{
      left: number;
    }>`update imports set undo_started_at = coalesce(undo_started_at, ${call.ctx.clock()}) where id = ${id}
      returning (select count(*)::int from import_rows where import_id = ${id} and state = 0) as left`.execute(trx);
    if (undone + failed.length > 0)
      await writeLog(trx, call, {
        resource: entry.resource,
        action: 'undo-import',
        record_id: id,
        after: { undone, kept: failed.length },
      });
    return { undone, failed, left: rows[0]?.left ?? 0 };
  });
}
