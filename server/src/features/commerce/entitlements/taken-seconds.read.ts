import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** AI seconds opened by the sources, how many can still be taken back, what then remains of the balances, and the number of members. */
export type TakenSeconds = { people: number; opened: number; taken: number; left: number };

/** What a reversal or refund of the sources would deduct from the balances of AI seconds, never below zero. */
export async function loadTakenSeconds(
  db: Db,
  { source_type, sources }: { source_type: 'card' | 'order'; sources: RawBuilder<unknown> },
): Promise<TakenSeconds> {
  const {
    rows: [totals],
  } = await sql<TakenSeconds>`
    with opened as (
      select e.member_id, sum(e.amount) as seconds from entitlements e
      where e.source_type = ${source_type} and e.source_id in (${sources}) and e.kind = 'ai_seconds' and e.revoked_at is null group by e.member_id
    ), balances as (
      select o.seconds, least(o.seconds, m.ai_seconds_left) as taken, m.ai_seconds_left as held from opened o join members m on m.id = o.member_id
    )
    select count(*)::int as people, coalesce(sum(seconds), 0)::bigint as opened, coalesce(sum(taken), 0)::bigint as taken, coalesce(sum(held - taken), 0)::bigint as left from balances`.execute(
    db,
  );
  return totals ?? { people: 0, opened: 0, taken: 0, left: 0 };
}
