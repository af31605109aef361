/** Turns after which a talk that its learner finishes counts, whatever its goals: nobody is to be stuck with one. */
export const enoughTurns = (goals: number): number => Math.max(4, goals + 2);

export type LessonTalkProgress = {
  goals: number;
  goals_done: number;
  /** Words of the learner that were answered. */
  turns: number;
  /** The talk was finished, by the learner or with its last line. */
  is_finished: boolean;
};

/** What a talk has come to as a lesson: complete with all goals, or finished after enough turns. */
export function lessonTalkProgress({ goals, goals_done: done, turns, is_finished }: LessonTalkProgress): {
  percent: number;
  is_complete: boolean;
} {
  const isComplete = (goals > 0 && done >= goals) || (is_finished && turns >= enoughTurns(goals));
  if (isComplete) return { percent: 100, is_complete: true };
  return { percent: goals > 0 ? Math.floor((done * 100) / goals) : 0, is_complete: false };
}
