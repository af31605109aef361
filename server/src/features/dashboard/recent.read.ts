import { sql } from 'kysely';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { mayDo } from '../../core/actor.ts';
import type { Reader } from './reader.ts';
import { rowScope } from '../../kit/access.ts';

type Entry = Omit<Dashboard['recent'][number], 'created_at'> & { created_at: Date };

const maxEntries = 6;

/** The latest entries of the operation log that this user may read. */
export async function readRecent(call: Reader): Promise<Dashboard['recent']> {
  if (!mayDo(call.actor, 'admin.logs.list')) return [];
  const { rows } =
    await sql<Entry>`select r.id, r.created_at, r.operator, r.resource, r.action, r.record_title from logs r
    where ${rowScope(call.actor, call.ctx.resources.get('logs'))} order by r.id desc limit ${maxEntries}`.execute(
      call.ctx.db,
    );
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
}
