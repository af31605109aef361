import type * as account from '@kaike/shared/contracts/auth/account';
import { addDays, dayOf, mondayOf } from '@kaike/shared/kit/dates/school-days';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import type { MemberCall } from '../../../../core/call.ts';
import { countStreak, loadStudyDays } from '../../../learning/playback/public.ts';

/** A year in whole weeks. */
const weeksBack = 52;

/** Days with study, and on leave, in the last year, oldest first. */
export async function getStudyCalendar(call: MemberCall): Promise<ResponseOf<typeof account.getStudyCalendar>> {
  const now = call.ctx.clock();
  const to = dayOf(now);
  const from = addDays(mondayOf(to), -7 * weeksBack);
  const { days } = await loadStudyDays(call.ctx.db, { member_id: call.actor.member.id, now });
  return {
    from,
    to,
    days: days.filter(({ day }) => day >= from && day <= to).toReversed(),
    leave_days: countStreak(days, now).leave_days.filter((day) => day >= from),
  };
}
