import { sql } from 'kysely';
import type { ImportRow } from '@kaike/shared/contracts/office/transfers';
import type * as transfers from '@kaike/shared/contracts/office/transfers';
import type { AdminCallOf } from '../../../core/call.ts';
import { undoHours } from './undo-import.ts';

const maxImports = 20;

export async function listImports(call: AdminCallOf<typeof transfers.listImports>) {
  const since = new Date(call.ctx.clock().getTime() - undoHours * 3_600_000);
  const { rows } =
    await sql<ImportRow>`select i.id, i.resource, i.file_name, i.created_count as created, i.updated_count as updated, i.wrong_count as wrong, i.created_at,
      (select count(*)::int from import_rows r where r.import_id = i.id and r.state = 0) as left,
      (select count(*)::int from import_rows r where r.import_id = i.id and r.state = 1) as undone,
      (select count(*)::int from import_rows r where r.import_id = i.id and r.state = 2) as kept
    from imports i where i.user_id = ${call.actor.user_id} and i.resource = ${call.query.resource} and i.created_at > ${since}
    order by i.id desc limit ${maxImports}`.execute(call.ctx.db);
  return { data: rows.map((row) => ({ ...row, created_at: new Date(row.created_at).toISOString() })) };
}
