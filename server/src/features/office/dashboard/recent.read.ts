import { sql } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import { rowScope } from '../../../kit/access.ts';
import { wordTitles } from '../audit/public.ts';

type Entry = Omit<Dashboard['recent'][number], 'created_at'> & { created_at: Date };

const maxEntries = 6;

/** The latest changes in the operation log that this user may read; who logs in changes nothing. */
export async function loadRecent(call: AdminCall): Promise<Dashboard['recent']> {
  if (!hasPermission(call.actor, 'admin.logs.list')) return [];
  const { rows } =
    await sql<Entry>`select r.id, r.created_at, r.operator, r.resource, r.action, r.record_title from logs r
    where ${rowScope(call.actor, call.ctx.resources.get('logs'))} and r.resource <> 'log-ins' order by r.id desc limit ${maxEntries}`.execute(
      call.ctx.db,
    );
  await wordTitles(call, rows);
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
