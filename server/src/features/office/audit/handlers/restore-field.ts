import type * as logsApi from '@kaike/shared/contracts/office/logs';
import { permissionOf } from '@kaike/shared/kit/resource';
import { logs as logsResource } from '@kaike/shared/resources/office/logs';
import { hasPermission } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import type { AdminCallOf } from '../../../../core/call.ts';
import { loadRow } from '../../../../kit/read/load-rows.ts';
import { updateRow } from '../../../../kit/write/write-rows.ts';
import { isRestorable } from '../restorable.ts';

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Restores the value a field had before an entry, as an ordinary update: with the rules, hooks and permissions of the
 * record and its own log entry. Refused if the field was changed again since.
 */
export async function restoreField(call: AdminCallOf<typeof logsApi.restoreField>): Promise<{ id: number }> {
  const logId = call.params.id;
  const { field } = call.body;
  const logs = call.ctx.resources.of(logsResource);
  // Read with the access rules of the log: an agency cannot restore what it cannot see.
  const entry = await loadRow({ db: call.ctx.db, actor: call.actor, resource: logs }, logId);
  const resource = await call.ctx.resources.find(entry.resource);
  assert(resource && isRestorable(resource, String(entry.action), field), 'log.not_restorable');
  assert(hasPermission(call.actor, permissionOf(resource.definition, 'update')), 'access.denied');
  const stored = await call.ctx.db
    .selectFrom('logs')
    .select(['before', 'after'])
    .where('id', '=', logId)
    .executeTakeFirstOrThrow();
  const { before, after } = stored;
  assert(before && field in before, 'log.not_restorable');
  const id = Number(entry.record_id);
  const row = await loadRow({ db: call.ctx.db, actor: call.actor, resource }, id);
  assert(isSame(JSON.parse(JSON.stringify(row[field] ?? null)), after?.[field]), 'log.not_restorable');
  const reason = call.t('resources.logs.restored_reason', { id: logId });
  await updateRow({ call, resource }, id, {
    [field]: before[field],
    reason,
    ...(row.version === undefined ? {} : { version: row.version }),
  });
  return { id };
}
