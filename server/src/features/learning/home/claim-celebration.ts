import type { CelebrationAnswer } from '@kaike/shared/contracts/learning/home';
import type * as home from '@kaike/shared/contracts/learning/home';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import type { MemberCallOf } from '../../../core/call.ts';
import { loadStudyDays } from '../playback/public.ts';
import { celebrationOf } from './celebration.ts';

/** Takes the celebration for one device; of several that ask at once one gets it. */
export async function claimCelebration({
  ctx,
  actor,
}: MemberCallOf<typeof home.claimCelebration>): Promise<CelebrationAnswer> {
  const now = ctx.clock();
  const today = dayOf(now);
  const { days } = await loadStudyDays(ctx.db, { member_id: actor.member.id, now });
  return ctx.db.transaction().execute(async (trx) => {
    const member = await trx
      .selectFrom('members')
      .select(['daily_goal_min', 'goal_celebrated_on', 'streak_celebrated', 'streak_celebrated_on'])
      .where('id', '=', actor.member.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const celebration = celebrationOf(days, member, now);
    if (celebration)
      await trx
        .updateTable('members')
        .set({
          // One a day: the goal of a day with a mark is part of it.
          goal_celebrated_on: today,
          ...(celebration.kind === 'streak'
            ? { streak_celebrated: celebration.days, streak_celebrated_on: today }
            : {}),
        })
        .where('id', '=', actor.member.id)
        .execute();
    return { celebration };
  });
}
