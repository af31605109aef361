import { sql } from 'kysely';
import type { Context } from '../../../core/context.ts';

const batchSize = 5000;

/** Removes single calls that are older than the school keeps them. What they cost stays in the sums of their days. */
export async function removeOldUsage({ db, settings, clock }: Context): Promise<number> {
  const months = await settings.get('ai_usage_months');
  let removed = 0;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from ai_usage where id in (select id from ai_usage
      where created_at < ${clock()}::timestamptz - make_interval(months => ${months}::int) order by created_at limit ${batchSize})`.execute(
      db,
    );
    removed += Number(numAffectedRows);
    if (numAffectedRows < batchSize) return removed;
  }
}
