/** Days in a row that are celebrated. */
export const streakMarks = [7, 30, 100] as const;

export type Celebration = { kind: 'goal' | 'streak'; days: number };

/** What was celebrated before. */
export type Celebrated = {
  goal_celebrated_on: string | null;
  streak_celebrated: number;
  streak_celebrated_on: string | null;
};

type Study = {
  today: string;
  study_sec: number;
  goal_min: number;
  streak_days: number;
  /** First day of the streak. */
  since: string | null;
};

/**
 * What is to be celebrated now: a mark the running streak has reached, else today's goal, each once. A streak that ended
 * and grew again is another one.
 */
export function dueCelebration(study: Study, before: Celebrated): Celebration | null {
  const mark = streakMarks.findLast((days) => days <= study.streak_days);
  const isSame = study.since !== null && (before.streak_celebrated_on ?? '') >= study.since;
  if (mark !== undefined && (!isSame || before.streak_celebrated < mark)) return { kind: 'streak', days: mark };
  const isFull = study.study_sec >= study.goal_min * 60;
  return isFull && before.goal_celebrated_on !== study.today ? { kind: 'goal', days: study.streak_days } : null;
}
