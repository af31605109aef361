import { sql } from 'kysely';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';

export async function retryJob({
  ctx,
  params,
}: AdminCallOf<typeof developments.retryJob>): Promise<ResponseOf<typeof developments.retryJob>> {
  const { rows } = await sql`select 1 from graphile_worker.reschedule_jobs(
    array(select id from graphile_worker.jobs where id = ${params.id} and locked_at is null), run_at => now(), attempts => 0)`.execute(
    ctx.db,
  );
  return { changed: rows.length };
}
