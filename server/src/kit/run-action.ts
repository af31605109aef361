import { sql } from 'kysely';
import type { Action } from '@kaike/shared/kit/resource';
import { readInput } from '@kaike/shared/kit/read-input';
import { AppError, assert } from '../http/app-error.ts';
import type { AdminCall } from '../http/route.ts';
import type { ActionResult, FailedRow, Resource, Values } from './behaviour.ts';
import { writeLog } from './operation-log.ts';
import { findRows } from './read-rows.ts';

export const maximumIds = 1000;

/** The ids of a request: positive whole numbers, each once, at most 1,000. */
export function readIds(body: Values): number[] {
  const given = [body['ids'] ?? body['id']].flat().map(Number);
  const ids = [...new Set(given)].sort((a, b) => a - b);
  const isGood = ids.length > 0 && ids.length <= maximumIds && ids.every((id) => Number.isSafeInteger(id) && id > 0);
  if (!isGood) throw new AppError('request.invalid', { failures: { ids: [{ rule: 'required', params: [] }] } });
  return ids;
}

function readActionInput(action: Action, body: Values): Values {
  const { values, failures } = readInput(action.fields ?? {}, body);
  if (Object.keys(failures).length > 0) throw new AppError('request.invalid', { failures });
  return values;
}

async function lockRows(trx: AdminCall['ctx']['db'], call: AdminCall, given: { resource: Resource; ids: number[] }) {
  const { resource, ids } = given;
  await sql`select id from ${sql.table(resource.definition.table)} where id = any(${ids}::bigint[]) order by id for update`.execute(trx);
  return findRows({ db: trx, actor: call.actor, resource }, ids);
}

/** Runs an action of the definition on rows inside the scope, in one transaction, and logs it once per changed row. */
export async function runAction(call: AdminCall, resource: Resource, name: string): Promise<ActionResult> {
  const action = resource.definition.actions?.[name];
  const handler = resource.behaviour.actions?.[name];
  assert(action && handler, 'request.not_found');
  const body = (call.request.body ?? {}) as Values;
  const input = readActionInput(action, body);
  const ids = action.on === 'rows' ? readIds(body) : [];
  const reason = typeof input['reason'] === 'string' ? input['reason'] : '';
  return call.ctx.db.transaction().execute(async (trx) => {
    const rows = await lockRows(trx, call, { resource, ids });
    const found = new Set(rows.map((row) => row.id));
    const missing = ids.filter((id) => !found.has(id)).map((id): FailedRow => ({ id, code: 'record.not_found' }));
    const result = await handler({ trx, call, rows, input, reason });
    const failed = new Set(result.failed.map((row) => row.id));
    for (const row of rows.filter(({ id }) => !failed.has(id))) {
      const before = Object.fromEntries(Object.keys(input).filter((key) => key in row).map((key) => [key, row[key]]));
      const after = Object.fromEntries(Object.entries(input).filter(([key]) => key !== 'reason'));
      await writeLog(trx, call, {
        resource: resource.definition.name, action: name, record_id: row.id, record_title: String(row[resource.definition.title] ?? ''),
        before, after, reason,
      });
    }
    return { ...result, failed: [...missing, ...result.failed] };
  });
}
