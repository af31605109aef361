import { sql } from 'kysely';
import { cardState } from '@kaike/shared/domain/cards/card-state';
import type { Context } from '../../../core/context.ts';

/** Longer than the interval between runs, so that a late run misses nothing. */
const windowMinutes = 60;

/**
 * Counts the activated cards of batches with recent activations or reversals. Activation itself never updates its batch:
 * thousands of members would wait for that one row.
 */
export async function countActivations(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock().getTime() - windowMinutes * 60_000);
  await sql`update card_batches b set activated_count = x.count from (
      select t.batch_id, (select count(*)::int from cards c where c.batch_id = t.batch_id and c.state = ${cardState.activated}) as count
      from (select batch_id from cards where activated_at > ${since} union select batch_id from cards where state = ${cardState.reversed} and updated_at > ${since}) t) x
    where b.id = x.batch_id and b.activated_count <> x.count`.execute(ctx.db);
}
