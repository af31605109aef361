import { sql, type RawBuilder } from 'kysely';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { kinds } from '@kaike/shared/kit/kinds';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/pool.ts';
import { AppError, assert } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import type { FailedRow, Resource, Row, RowOf, Values, Write } from '../behaviour.ts';
import { validateNewlyShown, parseFields } from '../fields/parse-fields.ts';
import { difference, writeLog } from './operation-log.ts';
import { claimFiles } from '../files.ts';
import { findRows, findFullRow } from '../read/load-rows.ts';
import { positionFields, rebuildTree } from './rebuild-tree.ts';
import { findRestorable, finishRestore } from './restore-rows.ts';

type Writing = { call: AdminCall; resource: Resource };

/** Keys a client may send besides fields. */
const extras = new Set(['version', 'json', '_token', 'id', 'labels', 'file_info', 'reason']);

/** Validates input against the definition; unknown or read-only fields are refused, not ignored. */
export function parseValues({ definition }: Resource, body: Values, when: 'create' | 'update'): Values {
  const fields = writableFields(definition.fields, when);
  const keys = new Set(fields.map(([key]) => key));
  const { values, failures } = parseFields(fields, body, { partial: when === 'update' });
  for (const key of Object.keys(body))
    if (!keys.has(key) && !extras.has(key)) failures[key] = [{ rule: 'unknown_field', params: [] }];
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return values;
}

/** A value as an SQL parameter: arrays and JSON need a cast to the column type. */
function bind(resource: Resource, key: string, value: unknown): RawBuilder<unknown> {
  const kind = resource.definition.fields[key]?.kind;
  if (kind === 'json') return sql`${JSON.stringify(value)}::jsonb`;
  return kind && Array.isArray(value) ? sql`${value}::${sql.raw(kinds[kind].column)}` : sql`${value}`;
}

/** Reads a row back after a write, which must not move it out of the writer's own scope. */
async function readBack<D extends ResourceDefinition>(
  { trx, call }: Write,
  resource: Resource<D>,
  id: number,
): Promise<RowOf<D>> {
  const row = await findFullRow({ db: trx, actor: call.actor, resource }, id);
  assert(row, 'access.denied');
  return row;
}

const titleOf = ({ definition }: Resource, row: Row): string => String(row[definition.title] ?? '');

/** Inserts a row from validated values inside a running write, with hooks and tree. Used by create and imports. */
export async function insertRow<D extends ResourceDefinition>(
  write: Write,
  resource: Resource<D>,
  input: Values,
): Promise<RowOf<D>> {
  const { definition, behaviour } = resource;
  await claimFiles(write, definition.fields, { values: input });
  const values: Values = { ...((await behaviour.beforeCreate?.(write, input)) ?? input) };
  const keys = Object.keys(values);
  if (!definition.hard_delete)
    Object.assign(values, { created_by: write.call.actor.user_id, updated_by: write.call.actor.user_id });
  const columns = sql.join(Object.keys(values).map((key) => sql.ref(key)));
  const bound = sql.join(Object.entries(values).map(([key, value]) => bind(resource, key, value)));
  const inserted =
    keys.length > 0
      ? await sql<{
          id: number;
        }>`insert into ${sql.table(definition.table)} (${columns}) values (${bound}) returning id`.execute(write.trx)
      : await sql<{ id: number }>`insert into ${sql.table(definition.table)} default values returning id`.execute(
          write.trx,
        );
  if (definition.tree) await rebuildTree(write.trx, definition);
  const row = await readBack(write, resource, inserted.rows[0]?.id ?? 0);
  await behaviour.afterCreate?.(write, row, input);
  return row;
}

/** Creates a row inside a transaction and logs it. */
export async function createRow<D extends ResourceDefinition>(
  { trx, call, resource }: { trx: Db; call: AdminCall; resource: Resource<D> },
  body: Values,
): Promise<RowOf<D>> {
  const values = parseValues(resource, body, 'create');
  const row = await insertRow({ trx, call }, resource, values);
  await writeLog(trx, call, {
    resource: resource.definition.name,
    action: 'create',
    record_id: row.id,
    record_title: titleOf(resource, row),
    ...difference(resource.definition.fields, null, row),
  });
  return row;
}

/** Changes the given columns of a locked row and increments its version. */
export async function applyChange(
  write: Write,
  resource: Resource,
  change: { row: Row; values: Values },
): Promise<Row> {
  const { definition } = resource;
  await claimFiles(write, definition.fields, { values: change.values, before: change.row });
  const sets = Object.entries(change.values).map(
    ([key, value]) => sql`${sql.ref(key)} = ${bind(resource, key, value)}`,
  );
  sets.push(sql`updated_at = ${write.call.ctx.clock()}`);
  if (!definition.hard_delete) sets.push(sql`version = version + 1`, sql`updated_by = ${write.call.actor.user_id}`);
  await sql`update ${sql.table(definition.table)} set ${sql.join(sets)} where id = ${change.row.id}`.execute(write.trx);
  if (definition.tree && positionFields.some((name) => name in change.values)) await rebuildTree(write.trx, definition);
  return readBack(write, resource, change.row.id);
}

/** Changes the submitted fields of a row and returns it in full. A stale version is refused, with the current row in the error. */
export async function updateRow({ call, resource }: Writing, id: number, body: Values): Promise<Row> {
  const input = parseValues(resource, body, 'update');
  return inTransaction(call.ctx.db, async (trx) => {
    const write = { trx, call };
    const before = await findFullRow({ db: trx, actor: call.actor, resource }, id, { lock: true });
    assert(before, 'record.not_found');
    const isStale =
      body['version'] !== undefined && before['version'] !== undefined && Number(body['version']) !== before['version'];
    if (isStale) {
      const [current] = await findRows({ db: trx, actor: call.actor, resource }, [id]);
      throw new AppError('record.stale', { current });
    }
    const missing = validateNewlyShown(
      writableFields(resource.definition.fields, 'update'),
      { ...before, ...input },
      input,
    );
    if (Object.keys(missing).length > 0) throw new AppError('request.invalid', { failures: missing });
    const values = (await resource.behaviour.beforeUpdate?.(write, { before, values: input })) ?? input;
    const after = await applyChange(write, resource, { row: before, values });
    const further = await resource.behaviour.afterUpdate?.(write, { before, after });
    await writeLog(trx, call, {
      resource: resource.definition.name,
      action: 'update',
      record_id: id,
      record_title: titleOf(resource, after),
      reason: typeof body['reason'] === 'string' ? body['reason'] : '',
      ...difference(resource.definition.fields, before, after),
    });
    return { ...after, ...further };
  });
}

export type DeletedRows = { deleted: number; failed: FailedRow[] };

/** Deletes rows inside a running write; those that must stay are returned with the reason. */
export async function removeRows(write: Write, resource: Resource, ids: readonly number[]): Promise<DeletedRows> {
  const { definition, behaviour } = resource;
  const { trx, call } = write;
  await sql`select id from ${sql.table(definition.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(
    trx,
  );
  const rows = await findRows({ db: trx, actor: call.actor, resource }, ids);
  const visible = new Set(rows.map((row) => row.id));
  const failed: FailedRow[] = ids.filter((id) => !visible.has(id)).map((id) => ({ id, code: 'record.not_found' }));
  // The hook is only called with existing rows.
  if (rows.length > 0) failed.push(...((await behaviour.beforeDelete?.(write, rows)) ?? []));
  const staying = new Set(failed.map((row) => row.id));
  const deleted = rows.filter((row) => !staying.has(row.id));
  const deletedIds = deleted.map((row) => row.id);
  if (definition.hard_delete)
    await sql`delete from ${sql.table(definition.table)} where id = any(${deletedIds}::bigint[])`.execute(trx);
  else {
    await sql`update ${sql.table(definition.table)} set deleted_at = ${call.ctx.clock()}, updated_by = ${call.actor.user_id},
      version = version + 1 where id = any(${deletedIds}::bigint[])`.execute(trx);
  }
  if (definition.tree) await rebuildTree(trx, definition);
  await behaviour.afterDelete?.(write, deleted);
  for (const row of deleted) {
    await writeLog(trx, call, {
      resource: definition.name,
      action: 'delete',
      record_id: row.id,
      record_title: titleOf(resource, row),
      before: difference(definition.fields, row, null).before,
    });
  }
  return { deleted: deleted.length, failed };
}

/** Deletes rows inside the scope in one transaction. Soft unless the definition says otherwise. */
export async function deleteRows({ call, resource }: Writing, ids: readonly number[]): Promise<DeletedRows> {
  return inTransaction(call.ctx.db, (trx) => removeRows({ trx, call }, resource, ids));
}

/** Days a soft-deleted row stays in the trash. */
export const undoDays = 30;

export type RestoredRows = { restored: number[]; failed: FailedRow[] };

/** Restores rows deleted within the last 30 days, inside a running write; those that must stay deleted are returned with the reason. */
export async function restoreRowsIn(
  { trx, call }: Write,
  resource: Resource,
  ids: readonly number[],
): Promise<RestoredRows> {
  const { definition } = resource;
  const ready = await findRestorable(trx, resource, ids);
  const candidates = await findRows({ db: trx, actor: call.actor, resource }, [...ready], { deleted: true });
  const failed = (await resource.behaviour.blockRestore?.({ trx, call }, candidates)) ?? [];
  const staying = new Set(failed.map(({ id }) => id));
  const rows = candidates.filter(({ id }) => !staying.has(id));
  const since = new Date(call.ctx.clock().getTime() - undoDays * 86_400_000);
  const done = await sql<{
    id: number;
  }>`update ${sql.table(definition.table)} set deleted_at = null, version = version + 1
    where id = any(${rows.map((row) => row.id)}::bigint[]) and deleted_at > ${since} returning id`.execute(trx);
  const back = new Set(done.rows.map((row) => row.id));
  await finishRestore(
    { trx, call },
    resource,
    rows.filter(({ id }) => back.has(id)),
  );
  return { restored: [...back], failed };
}

/** Restores rows deleted within the last 30 days. */
export async function restoreRows({ call, resource }: Writing, ids: readonly number[]): Promise<RestoredRows> {
  return inTransaction(call.ctx.db, (trx) => restoreRowsIn({ trx, call }, resource, ids));
}
