import { addDays, mondayOf } from '../../kit/dates/school-days.ts';

export type Streak = {
  /** Days studied without a missed day between them that no leave slip covered. */
  streak_days: number;
  /** Its first day; null without a streak. */
  since: string | null;
  /** Leave slips for the days to come. */
  leave_slips: number;
  /** Missed days a leave slip covered, oldest first. */
  leave_days: string[];
};

/** Days a leave slip is valid after the week that earned it; so there are never more than two. */
const validDays = 14;
/** Days looked back over, and so the longest streak. */
const maximumDays = 400;

/**
 * The streak and the leave slips, worked out from the days studied. Each week with study on all seven days earns one slip,
 * valid for the two weeks after it. A missed day takes the oldest valid slip while a streak lasts; without one the
 * streak ends. Today counts only once studied. As slips end so soon, a few weeks before a day decide about it: nothing is
 * stored, nothing can be spent twice, and a day whose study arrives late gives its slip back.
 */
export function streakOf(studiedDays: readonly string[], today: string): Streak {
  const studied = new Set(studiedDays);
  const leaveDays: string[] = [];
  let slips: string[] = [];
  let streak = 0;
  let since: string | null = null;
  let inWeek = 0;
  const last = studied.has(today) ? today : addDays(today, -1);
  for (let day = mondayOf(addDays(today, -maximumDays)); day <= last; day = addDays(day, 1)) {
    const isMonday = mondayOf(day) === day;
    slips = slips.filter((end) => end >= day);
    inWeek = (isMonday ? 0 : inWeek) + (studied.has(day) ? 1 : 0);
    if (studied.has(day)) {
      if (streak === 0) since = day;
      streak += 1;
    } else if (streak > 0 && slips.shift()) leaveDays.push(day);
    else streak = 0;
    if (inWeek === 7) slips.push(addDays(day, validDays));
  }
  return {
    streak_days: streak,
    since: streak > 0 ? since : null,
    leave_slips: slips.filter((end) => end > last).length,
    leave_days: leaveDays,
  };
}
