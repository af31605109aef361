/** For what a learner has a seal: the first lesson, days in a row, a finished course. */
export const sealKinds = ['first', 'streak', 'course'] as const;

/** Days in a row that earn a seal. */
export const sealedStreaks = [7, 30, 100] as const;
