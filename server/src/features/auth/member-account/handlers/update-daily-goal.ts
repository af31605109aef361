import { sql } from 'kysely';
import type * as account from '@kaike/shared/contracts/auth/account';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCallOf } from '../../../../core/call.ts';
import { loadAccount } from '../load-account.ts';

/** The minutes a member wants to study each day, from today on. */
export async function updateDailyGoal(
  call: MemberCallOf<typeof account.updateDailyGoal>,
): Promise<ResponseOf<typeof account.updateDailyGoal>> {
  const { ctx, actor, body } = call;
  // Days that are over keep the goal they had.
  await sql`with past as (
      insert into past_goals (member_id, until, daily_goal_min)
      select id, ${dayOf(ctx.clock())}, daily_goal_min from members where id = ${actor.member.id}
      on conflict do nothing)
    update members set daily_goal_min = ${body.daily_goal_min} where id = ${actor.member.id}`.execute(ctx.db);
  return { account: await loadAccount(call), message: call.t('account.saved') };
}
