import { sql } from 'kysely';
import { batchState } from '@kaike/shared/domain/cards/batch-state';
import type { Context } from '../../../core/context.ts';
import { addJob, jobPriority } from '../../../core/job.ts';
import type { CardsMove } from './move-cards.ts';

/** A chunk takes about a second; a batch without progress for this long has lost its job. */
const stalledSeconds = 60;

/** Restarts work on batches whose job died with its server; the job table itself would wait hours. */
export async function resumeBatches(ctx: Context): Promise<number> {
  const since = new Date(ctx.clock().getTime() - stalledSeconds * 1000);
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{
      id: number;
      state: number;
      moving: CardsMove | '';
    }>`select id, state, moving from card_batches
      where (state = ${batchState.making} or moving <> '') and updated_at < ${since} and deleted_at is null for update skip locked`.execute(
      trx,
    );
    for (const { id, state, moving } of rows) {
      if (state === batchState.making)
        await addJob(trx, 'make-cards', { batch_id: id }, { key: `make-cards:${id}`, priority: jobPriority.first });
      else if (moving !== '')
        await addJob(
          trx,
          'move-cards',
          { batch_id: id, move: moving },
          { key: `move-cards:${id}`, priority: jobPriority.first },
        );
      await sql`update card_batches set updated_at = ${ctx.clock()} where id = ${id}`.execute(trx);
    }
    return rows.length;
  });
}
