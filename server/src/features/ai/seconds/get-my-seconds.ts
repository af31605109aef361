import type { MySeconds } from '@kaike/shared/contracts/ai/ai-seconds';
import type { MemberCall } from '../../../core/call.ts';
import { canBuy } from '../../commerce/products/public.ts';
import { loadSpendable } from './hold-seconds.ts';

const shownEntries = 50;

export async function getMySeconds({ ctx, actor }: MemberCall): Promise<MySeconds> {
  const { db, settings, clock } = ctx;
  const memberId = actor.member.id;
  const daily = await settings.get('ai_daily_free_sec');
  const { left, held, free_today: free } = await loadSpendable(db, memberId, { daily_free_sec: daily, now: clock() });
  const entries = await db
    .selectFrom('ai_second_logs')
    .select(['id', 'type', 'delta', 'balance_after', 'created_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(shownEntries)
    .execute();
  return {
    seconds_left: left,
    seconds_held: held,
    free_sec_today: free,
    can_buy: await canBuy(ctx, { only_ai_time: true }),
    entries: entries.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() })),
  };
}
