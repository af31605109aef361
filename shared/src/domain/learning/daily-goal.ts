/** Minutes a day a learner may choose as a goal. */
export const dailyGoals = [10, 20, 30, 60] as const;

/** How full a day is, in percent; any study shows, and only the whole goal is full. */
export function fillOf(studySec: number, goalMin: number): number {
  const percent = Math.floor((studySec * 100) / (goalMin * 60));
  return Math.min(100, studySec > 0 ? Math.max(4, percent) : 0);
}

/** Hours of the day, in the school's time zone, at which a learner may be reminded of it. */
export const remindHours = Array.from({ length: 17 }, (_, index) => index + 6);
