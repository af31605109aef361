import type { BodyOf } from '@kaike/shared/kit/contract';
import type * as bulkRuns from '@kaike/shared/contracts/office/bulk-runs';
import { bulkState } from '@kaike/shared/domain/office/bulk-run';
import type { Db } from '../../../db/pool.ts';
import { hasPermission } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import { withIdempotency } from '../../../core/with-idempotency.ts';
import type { AdminCall } from '../../../core/call.ts';
import { canPerform } from '../../../kit/access.ts';
import type { Resource, Values } from '../../../kit/behaviour.ts';
import { maximumMatching, findCounted } from '../../../kit/write/bulk-target.ts';
import { parseActionInput } from '../../../kit/write/run-action.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import { type NewRun, findRun, findResults, insertRun, presentRun } from './bulk-run.store.ts';
import { permissionFor } from './start-run.ts';

type Body = BodyOf<typeof bulkRuns.startBulkRun>;

type Target = Pick<NewRun, 'ids' | 'matching' | 'max_id' | 'total'>;

function readIds(value: unknown): number[] {
  const ids = Array.isArray(value) ? [...new Set(value.map(Number))].sort((a, b) => a - b) : [];
  assert(ids.length > 0 && ids.every((id) => Number.isSafeInteger(id) && id > 0), 'request.invalid', {
    failures: { ids: [{ rule: 'required', params: [] }] },
  });
  assert(ids.length <= maximumMatching, 'list.too_many', { params: { count: maximumMatching } });
  return ids;
}

const targetOfIds = (ids: number[]): Target => ({ ids, matching: null, max_id: 0, total: ids.length });

/** The rows deleted by a run of the same user. */
async function rowsDeletedBy(call: AdminCall, resource: Resource, id: number): Promise<Target> {
  const run = await findRun(call.ctx.db, { user_id: call.actor.user_id, id, now: call.ctx.clock() });
  assert(
    run.action === 'delete' && run.resource === resource.definition.name && run.state !== bulkState.running,
    'record.state',
  );
  const rows = await findResults(call.ctx.db, id, { after: 0, limit: maximumMatching });
  return targetOfIds(readIds(rows.filter((row) => row.code === null).map((row) => row.record_id)));
}

async function readRunTarget(call: AdminCall, resource: Resource, body: Body): Promise<Target> {
  if (body.action === 'restore') return rowsDeletedBy(call, resource, body.of_run ?? 0);
  const { ids, matching, max_id, marker } = body;
  if (matching === null || matching === undefined) return targetOfIds(readIds(ids));
  // The run is about the rows that were counted, whatever comes to match while it lasts.
  const counted = await findCounted(
    { db: call.ctx.db, actor: call.actor, resource },
    { ids, matching, max_id, marker },
  );
  assert(counted.length > 0, 'list.nothing');
  return targetOfIds(counted);
}

async function startOn(trx: Db, call: AdminCall, run: NewRun): Promise<number> {
  const id = await insertRun(trx, run);
  await addJob(trx, 'bulk-run', { id }, { key: `bulk-run:${id}`, priority: jobPriority.first });
  return id;
}

/** Stores the run and enqueues its job; refused while another run of the user is in progress. */
export async function startBulkRun(call: AdminCall<Body>) {
  const { ctx, actor, body } = call;
  const resource = await ctx.resources.find(body.resource);
  assert(resource, 'request.not_found');
  assert(hasPermission(actor, permissionFor(resource, body.action)), 'access.denied');
  const action = resource.definition.actions?.[body.action];
  assert(!action || canPerform(actor, resource.definition, body.action), 'access.denied');
  const rawInput = (typeof body.input === 'object' && body.input !== null ? body.input : {}) as Values;
  const input = action ? parseActionInput(action, rawInput) : {};
  const target = await readRunTarget(call, resource, body);
  return withIdempotency(call, 'bulk-runs.create', async (trx) => {
    const now = ctx.clock();
    const { locale, time_zone, ip } = call;
    const id = await startOn(trx, call, {
      user_id: actor.user_id,
      resource: body.resource,
      action: body.action,
      input,
      ...target,
      locale,
      time_zone,
      ip,
      now,
    });
    return { run: presentRun(call.t, await findRun(trx, { user_id: actor.user_id, id, now })) };
  });
}
