import { sql } from 'kysely';
import { defaultTimeZone } from '@kaike/shared/kit/zoned-time';
import { assert } from '../../../../core/app-error.ts';
import type { Db } from '../../../../db/pool.ts';

/** Replies that a member may ask for in a day of the school. */
const maxTurns = 400;

/** Counts a reply that is begun, whatever becomes of it, and refuses one too many. The caller has locked the member. */
export async function consumeDailyTurn(trx: Db, memberId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ turns: number }>`insert into ai_days as d (member_id, day, turns)
    values (${memberId}, (${now}::timestamptz at time zone ${defaultTimeZone})::date, 1)
    on conflict (member_id, day) do update set turns = d.turns + 1 returning turns`.execute(trx);
  assert((rows[0]?.turns ?? 0) <= maxTurns, 'ai.day_limit', { params: { count: maxTurns } });
}
