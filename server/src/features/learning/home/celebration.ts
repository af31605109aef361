import { dueCelebration, type Celebrated, type Celebration } from '@kaike/shared/domain/learning/goals/celebration';
import { dayOf } from '@kaike/shared/kit/dates/school-days';
import { countStreak, type StudyDay } from '../playback/public.ts';

/** What the member's home celebrates now, from the days studied. */
export function celebrationOf(
  days: readonly StudyDay[],
  member: Celebrated & { daily_goal_min: number },
  now: Date,
): Celebration | null {
  const today = dayOf(now);
  const { streak_days, since } = countStreak(days, now);
  const studySec = days.find(({ day }) => day === today)?.study_sec ?? 0;
  return dueCelebration({ today, study_sec: studySec, goal_min: member.daily_goal_min, streak_days, since }, member);
}
