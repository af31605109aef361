import { sql } from 'kysely';
import type * as fileLog from '@kaike/shared/contracts/office/file-log';
import type { ResponseOf, QueryOf } from '@kaike/shared/kit/contract';
import { hasPermission } from '../../../core/actor.ts';
import type { AdminCall } from '../../../core/call.ts';
import { signFile } from '../../../kit/files.ts';
import type { AdminCallOf } from '../../../core/call.ts';

const atOnce = 50;

type UploadRow = {
  id: number;
  key: string;
  name: string;
  ext: string;
  size: number;
  created_at: Date;
  created_by: string;
  is_used: boolean;
};
type UploadsQuery = QueryOf<typeof fileLog.listUploads>;

function find({ ctx }: AdminCall, { before, search, ext }: UploadsQuery) {
  const part = `%${(search ?? '').trim().replace(/[\\%_]/g, (symbol) => `\\${symbol}`)}%`;
  return sql<UploadRow>`select f.id, f.key, f.name, f.ext, f.size, f.created_at, u.name as created_by, f.used_at is not null as is_used
    from files f join users u on u.id = f.created_by
    where ${before ? sql`f.id < ${before}` : sql`true`} and ${search?.trim() ? sql`f.name ilike ${part}` : sql`true`} and ${ext ? sql`f.ext = ${ext}` : sql`true`}
    order by f.id desc limit ${atOnce + 1}`.execute(ctx.db);
}

/** Uploaded documents of the whole school; agencies have no access. */
export async function listUploads(
  call: AdminCallOf<typeof fileLog.listUploads>,
): Promise<ResponseOf<typeof fileLog.listUploads>> {
  const query = call.query;
  const [{ rows }, exts] = await Promise.all([
    find(call, query),
    sql<{ ext: string }>`select distinct ext from files order by ext`.execute(call.ctx.db),
  ]);
  const mayDownload = hasPermission(call.actor, 'admin.file-log.export');
  const page = rows.slice(0, atOnce);
  return {
    data: page.map(({ key, created_at: at, ...file }) => ({
      ...file,
      created_at: at.toISOString(),
      preview_url: signFile(call.ctx, { key, name: file.name }, { is_inline: true }),
      url: mayDownload ? signFile(call.ctx, { key, name: file.name }) : null,
    })),
    exts: exts.rows.map((row) => row.ext),
    next_before: rows.length > atOnce ? (page.at(-1)?.id ?? null) : null,
  };
}
