import { sql } from 'kysely';
import type { JobEntry } from '@kaike/shared/contracts/system/developments';
import type * as developments from '@kaike/shared/contracts/system/developments';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { AdminCallOf } from '../../../core/call.ts';

const shownJobs = 200;

type Row = Omit<JobEntry, 'run_at'> & { run_at: Date };

export async function listJobs({
  ctx,
}: AdminCallOf<typeof developments.listJobs>): Promise<ResponseOf<typeof developments.listJobs>> {
  const { rows } = await sql<Row>`
    select id, task_identifier as name, run_at, attempts, max_attempts, last_error,
      case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
        when run_at > now() then 'later' else 'due' end as state
    from graphile_worker.jobs order by (attempts >= max_attempts) desc, last_error is null, run_at limit ${shownJobs}`.execute(
    ctx.db,
  );
  const planned = await sql<{ name: string; last_run: Date | null }>`
    select identifier as name, last_execution as last_run from graphile_worker._private_known_crontabs order by identifier`.execute(
    ctx.db,
  );
  return {
    jobs: rows.map((row) => ({ ...row, run_at: row.run_at.toISOString() })),
    planned: planned.rows.map(({ name, last_run: last }) => ({ name, last_run: last?.toISOString() ?? null })),
  };
}
