import { sql } from 'kysely';
import type { Action } from '@kaike/shared/kit/resource';
import { AppError, assert } from '../http/app-error.ts';
import type { AdminCall } from '../http/route.ts';
import type { Db } from '../db/pool.ts';
import type { ActionGiven, ActionResult, FailedRow, Resource, Row, Values } from './behaviour.ts';
import { readFields } from './fields/read-fields.ts';
import { writeLog } from './operation-log.ts';
import { readTarget, type BulkPage } from './bulk-target.ts';
import { findRows } from './read-rows.ts';

function readActionInput(action: Action, body: Values): Values {
  const { values, failures } = readFields(action.fields ?? {}, body);
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return values;
}

async function lockRows(trx: Db, call: AdminCall, given: { resource: Resource; ids: number[] }) {
  const { resource, ids } = given;
  await sql`select id from ${sql.table(resource.definition.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  return findRows({ db: trx, actor: call.actor, resource }, ids);
}

/** An edit made in the row itself says which version it saw. */
function checkFresh(row: Row | undefined, body: Values): void {
  const isStale = row !== undefined && body['version'] !== undefined && row['version'] !== undefined && Number(body['version']) !== row['version'];
  if (isStale) throw new AppError('record.stale', { current: row });
}

async function logAction({ trx, call, rows, input, reason }: ActionGiven, { definition }: Resource, name: string): Promise<void> {
  const after = Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'reason'));
  for (const row of rows) {
    const before = Object.fromEntries(Object.keys(input).filter((key) => key in row).map((key) => [key, row[key]]));
    await writeLog(trx, call, {
      resource: definition.name, action: name, record_id: row.id, record_title: String(row[definition.title] ?? ''), before, after, reason,
    });
  }
}

export type RanAction = ActionResult & { page: BulkPage | null };

/** Runs an action of the definition on rows inside the scope, within the given transaction, and logs it once per changed row. */
export async function runAction({ trx, call, resource }: { trx: Db; call: AdminCall; resource: Resource }, name: string): Promise<RanAction> {
  const action = resource.definition.actions?.[name];
  const handler = resource.behaviour.actions?.[name];
  assert(action && handler, 'request.not_found');
  const body = (call.request.body ?? {}) as Values;
  const input = readActionInput(action, body);
  const { ids, page } = action.on === 'rows' ? await readTarget({ db: trx, actor: call.actor, resource }, body) : { ids: [], page: null };
  const reason = typeof input['reason'] === 'string' ? input['reason'] : '';
  const rows = await lockRows(trx, call, { resource, ids });
  if (ids.length === 1) checkFresh(rows[0], body);
  const found = new Set(rows.map((row) => row.id));
  const missing = ids.filter((id) => !found.has(id)).map((id): FailedRow => ({ id, code: 'record.not_found' }));
  if (page && rows.length === 0) return { changed: 0, failed: [], page };
  const given = { trx, call, rows, input, reason };
  const result = await handler(given);
  const failed = new Set(result.failed.map((row) => row.id));
  await logAction({ ...given, rows: rows.filter(({ id }) => !failed.has(id)) }, resource, name);
  return { ...result, failed: [...missing, ...result.failed], page };
}
