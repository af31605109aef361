import { sql } from 'kysely';
import * as bulkRuns from '@kaike/shared/contracts/bulk-runs';
import { bulkState } from '@kaike/shared/domain/bulk-run';
import { permissionOf } from '@kaike/shared/kit/resource';
import { mayDo } from '../../core/actor.ts';
import { assert } from '../../core/app-error.ts';
import { fieldLabel } from '../../core/error-answer.ts';
import { anyAdmin, route } from '../../core/route.ts';
import type { AdminCall, ById } from '../../core/call.ts';
import type { Answer } from '../../core/respond.ts';
import { wordsAbout } from '../../kit/own-words.ts';
import { sendXlsx } from '../../kit/transfer/xlsx/send-xlsx.ts';
import type { Cell } from '../../kit/transfer/cells.ts';
import { logExport } from '../../kit/transfer/log-export.ts';
import { addJob, jobPriority } from '../../core/job.ts';
import type { Feature } from '../feature.ts';
import { findResults, findRun, findRuns, presentRun, presentFailures, type RunRow } from './bulk-run.store.ts';
import { startRun } from './start-run.ts';

const rowsAtOnce = 5000;

const mine = (call: AdminCall & ById): Promise<RunRow> =>
  findRun(call.ctx.db, { user_id: call.actor.user_id, id: call.params.id, now: call.ctx.clock() });

async function list(call: AdminCall) {
  const runs = await findRuns(call.ctx.db, { user_id: call.actor.user_id, now: call.ctx.clock() });
  return { data: runs.map((run) => presentRun(call.t, run)) };
}

async function show(call: AdminCall & ById) {
  const run = await mine(call);
  return { run: presentRun(call.t, run), failures: await presentFailures(call.ctx.db, call.t, run) };
}

async function cancel(call: AdminCall & ById) {
  const { id } = await mine(call);
  const now = call.ctx.clock();
  // Waits for the page in progress, which is completed.
  await sql`update bulk_runs set state = ${bulkState.cancelled}, updated_at = ${now}, ended_at = ${now} where id = ${id} and state in (${bulkState.running}, ${bulkState.failed})`.execute(
    call.ctx.db,
  );
  return { run: presentRun(call.t, await mine(call)) };
}

async function resume(call: AdminCall & ById) {
  const { id } = await mine(call);
  await call.ctx.db.transaction().execute(async (trx) => {
    const { rows } =
      await sql`update bulk_runs set state = ${bulkState.running}, attempts = 0, error_code = null, error_params = '{}', updated_at = ${call.ctx.clock()}, ended_at = null
      where id = ${id} and state = ${bulkState.failed} returning id`.execute(trx);
    if (rows.length > 0) await addJob(trx, 'bulk-run', { id }, { key: `bulk-run:${id}`, priority: jobPriority.first });
  });
  return { run: presentRun(call.t, await mine(call)) };
}

async function download(call: AdminCall & ById): Promise<Answer> {
  const run = await mine(call);
  const resource = await call.ctx.resources.find(run.resource);
  assert(resource, 'request.not_found');
  assert(mayDo(call.actor, permissionOf(resource.definition, 'list')), 'access.denied');
  await logExport(call, resource, { row_count: run.looked });
  const t = wordsAbout(call, resource);
  const head = ['id', resource.definition.title].map((key) => fieldLabel(t, key, run.resource));
  const rows = async function* (): AsyncGenerator<Cell[][]> {
    yield [[...head, t('bulk_runs.outcome'), t('bulk_runs.reason')]];
    let after = 0;
    for (;;) {
      const page = await findResults(call.ctx.db, run.id, { after, limit: rowsAtOnce });
      yield page.map((row) => [
        row.record_id,
        row.title,
        t(row.code === null ? 'bulk_runs.changed' : 'bulk_runs.refused'),
        row.code === null ? '' : t(`errors.${row.code}`, row.params),
      ]);
      if (page.length < rowsAtOnce) return;
      after = page.at(-1)?.record_id ?? 0;
    }
  };
  const title = t('bulk_runs.file', { name: t(`resources.${run.resource}.name`), id: run.id });
  return sendXlsx({ title, rows: rows() });
}

/** Bulk writes that the server carries out in the background. Users see only their own. */
export const bulkRunsFeature: Feature = {
  routes: [
    route.admin(bulkRuns.startBulkRun, { permission: anyAdmin, status: 201, handler: startRun }),
    route.admin(bulkRuns.listBulkRuns, { permission: anyAdmin, handler: list }),
    route.admin(bulkRuns.getBulkRun, { permission: anyAdmin, handler: show }),
    route.admin(bulkRuns.cancelBulkRun, { permission: anyAdmin, handler: cancel }),
    route.admin(bulkRuns.resumeBulkRun, { permission: anyAdmin, handler: resume }),
    route.admin(bulkRuns.downloadBulkRun, { permission: anyAdmin, handler: download }),
  ],
};
