import { sql } from 'kysely';
import type { TrashFailure } from '@kaike/shared/contracts/office/trash';
import type { AdminCall } from '../../../core/call.ts';
import type { Resource } from '../../../kit/behaviour.ts';

const maxShown = 50;

type FailureRow = Omit<TrashFailure, 'message' | 'failed_at'> & { code: string; failed_at: Date };

/** Rows the nightly purge could not delete, of resources the user may delete; they concern the whole school, so agencies see none. */
export async function findFailures(
  { ctx, actor, t }: AdminCall,
  resources: readonly Resource[],
): Promise<TrashFailure[]> {
  if (actor.admin.agency) return [];
  const { rows } = await sql<FailureRow>`select resource, record_id as id, title, code, failed_at from trash_failures
    where resource = any(${resources.map(({ definition }) => definition.name)}::text[]) order by failed_at desc, record_id limit ${maxShown}`.execute(
    ctx.db,
  );
  return rows.map(({ code, failed_at: at, ...row }) => ({
    ...row,
    message: t(`errors.${code}`),
    failed_at: at.toISOString(),
  }));
}
