import { sql } from 'kysely';
import { approvalState } from '@kaike/shared/domain/cards/card-approval';
import { AppError } from '../../../../core/app-error.ts';
import type { AdminCall } from '../../../../core/call.ts';
import type { cardBatches } from '@kaike/shared/resources/cards/card-batches';
import type { RowOf } from '../../../../kit/behaviour.ts';

type Batch = RowOf<typeof cardBatches>;
import { spendCardLimit } from '../../cards/public.ts';

/** How long further pages of a started print may follow. */
const printMinutes = 60;

/** Consumes an approval of this user for this batch; of two concurrent calls one gets it. */
async function useApproval(call: AdminCall, batch: Batch, action: 'export-secrets' | 'print'): Promise<boolean> {
  const { ctx, actor } = call;
  const now = ctx.clock();
  const used =
    await sql`update card_approvals set state = ${approvalState.done}, done_at = ${now}, changed_count = card_count, version = version + 1, updated_at = ${now}
    where id = (select id from card_approvals where state = ${approvalState.approved} and action = ${action} and batch_id = ${batch.id} and requested_by = ${actor.user_id}
      and expires_at > ${now} order by id limit 1 for update skip locked)`.execute(ctx.db);
  if (Number(used.numAffectedRows ?? 0) === 1) return true;
  if (action !== 'print') return false;
  const since = new Date(now.getTime() - printMinutes * 60_000);
  const started =
    await sql`select 1 from card_approvals where state = ${approvalState.done} and action = 'print' and batch_id = ${batch.id} and requested_by = ${actor.user_id}
    and done_at > ${since} limit 1`.execute(ctx.db);
  return started.rows.length > 0;
}

const overLimit: readonly string[] = ['card.approval_needed', 'card.approval_total'];

/**
 * Allows a user to export the secrets of a batch alone while the batch and their recent exports are small; otherwise it
 * consumes an approval. Exporting the same batch again reveals nothing new and counts once.
 */
export async function passApproval(call: AdminCall, batch: Batch, action: 'export-secrets' | 'print'): Promise<void> {
  const { ctx, actor } = call;
  try {
    await ctx.db.transaction().execute((trx) =>
      spendCardLimit(trx, ctx, {
        user_id: actor.user_id,
        subject: `secrets:${batch.id}`,
        count: batch.made_count,
      }),
    );
  } catch (error) {
    const isLimit = error instanceof AppError && overLimit.includes(error.code);
    if (!isLimit || !(await useApproval(call, batch, action))) throw error;
  }
}
