import { useEffect, useRef } from 'react';
import { useBlocker, type Location } from 'react-router';

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
function askToLeave(from: Location, to: Location): false | Promise<boolean> {
  for (const question of questions) {
    const answer = question(from, to);
    if (answer) return answer;
  }
  return false;
}

/** Holds a navigation back while somebody is asked, once in the app: the router knows one blocker at a time. */
export function LeaveBlocker(): null {
  const asked = useRef<Promise<boolean> | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    asked.current ??= askToLeave(currentLocation, nextLocation) || null;
    return asked.current !== null;
  });
  const latest = useRef(blocker);
  latest.current = blocker;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void asked.current?.then((isLeaving) => {
      asked.current = null;
      if (isLeaving) latest.current.proceed?.();
      else latest.current.reset?.();
    });
  }, [blocker.state]);
  return null;
}
