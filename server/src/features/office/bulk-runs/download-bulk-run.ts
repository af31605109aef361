import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../../core/actor.ts';
import { assert } from '../../../core/app-error.ts';
import { fieldLabel } from '../../../core/error-answer.ts';
import type { AdminCall, ById } from '../../../core/call.ts';
import type { HttpReply } from '../../../core/respond.ts';
import { resourceTranslator } from '../../../kit/resource-translations.ts';
import { sendXlsx } from '../../../kit/transfer/xlsx/send-xlsx.ts';
import type { Cell } from '../../../kit/transfer/cells.ts';
import { logExport } from '../../../kit/transfer/log-export.ts';
import { findResults } from './bulk-run.store.ts';
import { loadOwnRun } from './load-own-run.ts';

const rowsAtOnce = 5000;

export async function downloadBulkRun(call: AdminCall & ById): Promise<HttpReply> {
  const run = await loadOwnRun(call);
  const resource = await call.ctx.resources.find(run.resource);
  assert(resource, 'request.not_found');
  assert(hasPermission(call.actor, permissionOf(resource.definition, 'list')), 'access.denied');
  await logExport(call, resource, { row_count: run.looked });
  const t = resourceTranslator(call, resource);
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
