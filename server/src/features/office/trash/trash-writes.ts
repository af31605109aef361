import { sql } from 'kysely';
import { permissionOf } from '@kaike/shared/kit/resource';
import type { ErrorCode } from '@kaike/shared/errors';
import { hasPermission } from '../../../core/actor.ts';
import { AppError, assert } from '../../../core/app-error.ts';
import { answerError } from '../../../core/error-answer.ts';
import type { AdminCall } from '../../../core/call.ts';
import type { Resource, Row, Write } from '../../../kit/behaviour.ts';
import { writeLog } from '../../../kit/write/operation-log.ts';
import { findRows } from '../../../kit/read/load-rows.ts';
import { findRestorable, finishRestore } from '../../../kit/write/restore-rows.ts';
import { trashSince } from './find-trash.read.ts';

export type TrashItem = { resource: string; id: number };
export type FailedItem = TrashItem & { title: string; code: string; message: string };
type OneRow = (write: Write, resource: Resource, row: Row) => Promise<void>;

const maxItems = 200;

/** Validates the rows of a request and groups them by resource; at most 200. */
export function parseItems(raw: unknown): Map<string, number[]> {
  const list = Array.isArray(raw) ? raw : [];
  const items = list.flatMap((one: unknown): TrashItem[] => {
    const { resource, id }: Partial<Record<keyof TrashItem, unknown>> = one ?? {};
    return typeof resource === 'string' && typeof id === 'number' && Number.isSafeInteger(id) ? [{ resource, id }] : [];
  });
  if (items.length === 0 || items.length !== list.length || items.length > maxItems)
    throw new AppError('request.invalid', { failures: { items: [{ rule: 'required', params: [] }] } });
  const byResource = new Map<string, number[]>();
  for (const { resource, id } of items)
    byResource.set(resource, [...new Set([...(byResource.get(resource) ?? []), id])]);
  return byResource;
}

async function restoreOne({ trx }: Write, { definition }: Resource, row: Row): Promise<void> {
  await sql`update ${sql.table(definition.table)} set deleted_at = null, version = version + 1 where id = ${row.id}`.execute(
    trx,
  );
}

async function purgeOne({ trx }: Write, { definition }: Resource, row: Row): Promise<void> {
  await sql`delete from ${sql.table(definition.table)} where id = ${row.id}`.execute(trx);
}

const work: Record<'restore' | 'purge', OneRow> = { restore: restoreOne, purge: purgeOne };
/** Error codes for constraint violations that tell the user what to do. */
const meanings: Partial<Record<string, ErrorCode>> = {
  'record.duplicate': 'trash.clash',
  'record.in_use': 'trash.in_use',
};

/** Processes one row inside a savepoint, so that its error does not affect the others. */
async function tryOne(
  write: Write,
  resource: Resource,
  { row, what }: { row: Row; what: 'restore' | 'purge' },
): Promise<Pick<FailedItem, 'code' | 'message'> | null> {
  const { trx, call } = write;
  await sql`savepoint trash_row`.execute(trx);
  try {
    await work[what](write, resource, row);
    await sql`release savepoint trash_row`.execute(trx);
    return null;
  } catch (error) {
    await sql`rollback to savepoint trash_row`.execute(trx);
    const answer = answerError(error, call.t, resource.definition.name);
    if (answer.is_fault) throw error;
    const code = meanings[answer.body.code] ?? answer.body.code;
    return { code, message: call.t(`errors.${code}`) };
  }
}

async function workOn(
  write: Write,
  resource: Resource,
  { ids, what }: { ids: number[]; what: 'restore' | 'purge' },
): Promise<{ done: number; failed: FailedItem[] }> {
  const { trx, call } = write;
  const { definition } = resource;
  const table = sql.table(definition.table);
  await sql`select id from ${table} where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  const { rows: alive } = await sql<{
    id: number;
  }>`select id from ${table} where id = any(${ids}::bigint[]) and deleted_at > ${trashSince(call.ctx.clock())}`.execute(
    trx,
  );
  const rows = await findRows(
    { db: trx, actor: call.actor, resource },
    alive.map((row) => row.id),
    { deleted: true },
  );
  const readable = new Set(rows.map((row) => row.id));
  const failed = ids
    .filter((id) => !readable.has(id))
    .map((id): FailedItem => ({
      resource: definition.name,
      id,
      title: `#${id}`,
      code: 'trash.gone',
      message: call.t('errors.trash.gone'),
    }));
  const done: Row[] = [];
  const blocked = new Map(
    ((await resource.behaviour.blockRestore?.(write, rows)) ?? []).map((row) => [row.id, row.code]),
  );
  const ready =
    what === 'restore'
      ? await findRestorable(
          trx,
          resource,
          rows.map((row) => row.id),
        )
      : null;
  for (const row of rows) {
    const code = blocked.get(row.id) ?? (ready && !ready.has(row.id) ? 'trash.parent_gone' : null);
    if (code) {
      failed.push({
        resource: definition.name,
        id: row.id,
        title: String(row[definition.title] ?? ''),
        code,
        message: call.t(`errors.${code}`),
      });
      continue;
    }
    const reason = await tryOne(write, resource, { row, what });
    if (reason)
      failed.push({ resource: definition.name, id: row.id, title: String(row[definition.title] ?? ''), ...reason });
    else done.push(row);
  }
  if (what === 'restore') await finishRestore(write, resource, done);
  else
    for (const row of done)
      await writeLog(trx, call, {
        resource: definition.name,
        action: what,
        record_id: row.id,
        record_title: String(row[definition.title] ?? ''),
      });
  return { done: done.length, failed };
}

/** Restores rows of the trash or deletes them permanently: with the permission and scope of each resource, each row failing independently. */
export async function writeTrash(
  write: Write,
  items: ReadonlyMap<string, number[]>,
  what: 'restore' | 'purge',
): Promise<{ done: number; failed: FailedItem[] }> {
  const total: { done: number; failed: FailedItem[] } = { done: 0, failed: [] };
  for (const [name, ids] of [...items].sort(([a], [b]) => a.localeCompare(b))) {
    const resource = resourceOf(write.call, name);
    const { done, failed } = await workOn(write, resource, { ids, what });
    total.done += done;
    total.failed.push(...failed);
  }
  return total;
}

function resourceOf(call: AdminCall, name: string): Resource {
  const resource = call.ctx.resources.all.find(
    ({ definition }) => definition.name === name && !definition.hard_delete && definition.only.includes('delete'),
  );
  assert(resource, 'record.not_found');
  assert(hasPermission(call.actor, permissionOf(resource.definition, 'delete')), 'access.denied');
  return resource;
}
