import { sql } from 'kysely';
import { switchStatus } from '@kaike/shared/domain/catalog/courses/course-status';
import { assert } from '../../../core/app-error.ts';
import { type HttpReply, redirect } from '../../../core/respond.ts';
import type { Call, ById } from '../../../core/call.ts';
import { fileAddress, signFile } from '../../../kit/files.ts';

/** Long enough to start a download. */
const validMs = 300_000;

/** Redirects anyone to the installer of an enabled version. */
export async function downloadApp({ ctx, params }: Call & ById): Promise<HttpReply<undefined>> {
  const { rows } = await sql<{
    key: string;
    name: string;
  }>`select f.key, f.name from apps a join files f on f.key = right(a.file, -length(${fileAddress('')}::text))
    where a.id = ${params.id} and a.status = ${switchStatus.on} and a.deleted_at is null`.execute(ctx.db);
  assert(rows[0], 'record.not_found');
  const url = signFile(ctx, rows[0], { expires_at: new Date(ctx.clock().getTime() + validMs) });
  return redirect(url);
}
