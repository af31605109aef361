import { getMySeconds, type MySeconds } from '@kaike/shared/contracts/ai-seconds';
import type { MemberCall } from '../../core/call.ts';
import { route } from '../../core/route.ts';
import type { Feature } from '../feature.ts';

const shownEntries = 50;

async function readMySeconds({ ctx: { db }, actor }: MemberCall): Promise<MySeconds> {
  const memberId = actor.member.id;
  const { ai_seconds_left: left } = await db
    .selectFrom('members')
    .select('ai_seconds_left')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom('ai_second_logs')
    .select(['id', 'type', 'delta', 'balance_after', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(shownEntries)
    .execute();
  return {
    seconds_left: left,
    seconds_held: 0,
    free_sec_today: 0,
    entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
  };
}

/** What members see of their own seconds. */
export const aiSecondsFeature: Feature = { routes: [route.member(getMySeconds, { handler: readMySeconds })] };
