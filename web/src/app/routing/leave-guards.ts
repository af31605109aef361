import { useEffect } from 'react';
import type { Location } from 'react-router';

/** Whether the user leaves; false where there is nothing to ask. */
export type LeaveQuestion = (from: Location, to: Location) => false | Promise<boolean>;

const questions = new Set<LeaveQuestion>();

/** Asks before every navigation within the app while the component is shown; `question` must be stable. */
export function useLeaveQuestion(question: LeaveQuestion): void {
  useEffect(() => {
    questions.add(question);
    return () => void questions.delete(question);
  }, [question]);
}

/** The answer to the first question that has to be asked; false when there is none. */
export function askToLeave(from: Location, to: Location): false | Promise<boolean> {
  for (const question of questions) {
    const answer = question(from, to);
    if (answer) return answer;
  }
  return false;
}
