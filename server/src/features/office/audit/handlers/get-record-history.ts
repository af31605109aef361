import { sql } from 'kysely';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type * as logs from '@kaike/shared/contracts/office/logs';
import { permissionOf } from '@kaike/shared/kit/resource';
import { hasPermission } from '../../../../core/actor.ts';
import { assert } from '../../../../core/app-error.ts';
import { rowScope } from '../../../../kit/access.ts';
import type { Values } from '../../../../kit/behaviour.ts';
import { describeChanges } from '../log-detail.read.ts';
import type * as logsApi from '@kaike/shared/contracts/office/logs';
import type { AdminCallOf } from '../../../../core/call.ts';

type StoredChange = {
  id: number;
  created_at: Date;
  operator: string;
  action: string;
  reason: string;
  ip: string | null;
  request_id: string | null;
  before: Values | null;
  after: Values | null;
  is_erased: boolean;
};
const pageRows = 20;

/** The history of one record, limited by the reader's access to the log and the record. */
export async function getRecordHistory(
  call: AdminCallOf<typeof logsApi.getRecordHistory>,
): Promise<ResponseOf<typeof logs.getRecordHistory>> {
  const { resource, record_id, before_id } = call.query;
  const about = await call.ctx.resources.find(resource);
  assert(about, 'record.not_found');
  assert(hasPermission(call.actor, permissionOf(about.definition, 'show')), 'access.denied');
  const scope = rowScope(call.actor, call.ctx.resources.get('logs'));
  const { rows } =
    await sql<StoredChange>`select r.id, r.created_at, r.operator, r.action, r.reason, r.ip, r.request_id, r.before, r.after, r.sealed is not null as is_erased from logs r
    where ${scope} and r.resource = ${resource} and r.record_id = ${record_id} ${before_id ? sql`and r.id < ${before_id}` : sql``} order by r.id desc limit ${pageRows + 1}`.execute(
      call.ctx.db,
    );
  const data = await Promise.all(
    rows.slice(0, pageRows).map(async ({ before, after, created_at, ...entry }) => ({
      ...entry,
      created_at: created_at.toISOString(),
      changes: await describeChanges(call, { resource, action: entry.action, before, after }),
    })),
  );
  return { data, has_more: rows.length > pageRows };
}
