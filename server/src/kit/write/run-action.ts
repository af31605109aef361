import { sql } from 'kysely';
import type { Action } from '@kaike/shared/kit/resource';
import { AppError, assert } from '../../core/app-error.ts';
import type { AdminCall } from '../../core/call.ts';
import type { Db } from '../../db/pool.ts';
import type { ActionRun, ActionResult, FailedRow, Resource, Row, Values } from '../behaviour.ts';
import { canPerform } from '../access.ts';
import { parseFields } from '../fields/parse-fields.ts';
import { writeLog } from './operation-log.ts';
import { loadTarget, type BulkPage } from './bulk-target.ts';
import { claimFiles } from '../files.ts';
import { findRows } from '../read/load-rows.ts';

async function lockRows(
  trx: Db,
  call: AdminCall,
  { resource, ids, partners }: { resource: Resource; ids: number[]; partners: readonly number[] },
) {
  // The weaker lock: writes of rows that only refer to these do not have to wait.
  await sql`select id from ${sql.table(resource.definition.table)} where id = any(${[...ids, ...partners]}::bigint[]) order by id for no key update`.execute(
    trx,
  );
  return findRows({ db: trx, actor: call.actor, resource }, ids);
}

/** An inline edit sends the version it is based on. */
function checkFresh(row: Row | undefined, body: Values): void {
  const isStale =
    row !== undefined &&
    body['version'] !== undefined &&
    row['version'] !== undefined &&
    Number(body['version']) !== row['version'];
  if (isStale) throw new AppError('record.stale', { current: row });
}

async function logAction(
  { trx, call, rows, input, reason }: ActionRun,
  { definition }: Resource,
  name: string,
): Promise<void> {
  const after = Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'reason'));
  for (const row of rows) {
    const before = Object.fromEntries(
      Object.keys(input)
        .filter((key) => key in row)
        .map((key) => [key, row[key]]),
    );
    await writeLog(trx, call, {
      resource: definition.name,
      action: name,
      record_id: row.id,
      record_title: String(row[definition.title] ?? ''),
      before,
      after,
      reason,
    });
  }
}

export type RanAction = ActionResult & { page: BulkPage | null };
type Running = { trx: Db; call: AdminCall; resource: Resource };

/** The validated input of the action. */
export function parseActionInput(action: Action, body: Values): Values {
  const { values, failures } = parseFields(action.fields ?? {}, body);
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return values;
}

/** Runs an action on the given rows inside the scope, and logs it once per changed row. */
export async function actOn(
  { trx, call, resource }: Running,
  name: string,
  { ids, body, batch }: { ids: number[]; body: Values; batch: string | null },
): Promise<ActionResult> {
  const action = resource.definition.actions?.[name];
  const handler = resource.behaviour.actions?.[name];
  assert(action && handler, 'request.not_found');
  assert(canPerform(call.actor, resource.definition, name), 'access.denied');
  const input = parseActionInput(action, body);
  const reason = typeof input['reason'] === 'string' ? input['reason'] : '';
  const partners = (await resource.behaviour.alsoLocks?.[name]?.({ trx, call }, { ids, input })) ?? [];
  const rows = await lockRows(trx, call, { resource, ids, partners });
  if (ids.length === 1) checkFresh(rows[0], body);
  const visible = new Set(rows.map((row) => row.id));
  const missing = ids.filter((id) => !visible.has(id)).map((id): FailedRow => ({ id, code: 'record.not_found' }));
  if (action.on === 'rows' && rows.length === 0) return { changed: 0, failed: missing };
  await claimFiles({ trx, call }, action.fields ?? {}, { values: input });
  const run = { trx, call, rows, input, reason, batch };
  const result = await handler(run);
  const failed = new Set(result.failed.map((row) => row.id));
  await logAction({ ...run, rows: rows.filter(({ id }) => !failed.has(id)) }, resource, name);
  return { ...result, failed: [...missing, ...result.failed] };
}

/** Runs an action of the definition on the rows of the request, inside the given transaction. */
export async function runAction({ trx, call, resource }: Running, name: string): Promise<RanAction> {
  const body = call.raw_body;
  const isOnRows = resource.definition.actions?.[name]?.on === 'rows';
  const { ids, page } = isOnRows
    ? await loadTarget({ db: trx, actor: call.actor, resource }, body)
    : { ids: [], page: null };
  return { ...(await actOn({ trx, call, resource }, name, { ids, body, batch: null })), page };
}
