import { useEffect } from 'react';
import { create } from 'zustand';
import type { PlayerPort } from '../player/player-port.ts';

export const sleepChoices = ['off', '15', '30', '60', 'end'] as const;
export type SleepChoice = (typeof sleepChoices)[number];

const minuteMs = 60_000;

/** When the sound ends by itself: at a time, or with the lesson. Shared by the lesson's page and the small player. */
export const useSleep = create<{ choice: SleepChoice; until: number | null }>(() => ({ choice: 'off', until: null }));

export function setSleep(choice: SleepChoice): void {
  const minutes = Number(choice);
  useSleep.setState({ choice, until: minutes > 0 ? Date.now() + minutes * minuteMs : null });
}

/** Whether this lesson was to be the last one; the timer has then done its work. */
export function isLastLesson(): boolean {
  const isLast = useSleep.getState().choice === 'end';
  if (isLast) setSleep('off');
  return isLast;
}

/** Pauses when the time is over. */
export function useSleepTimer(port: PlayerPort): void {
  const until = useSleep((state) => state.until);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(
      () => {
        port.pause();
        setSleep('off');
      },
      Math.max(0, until - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [until, port]);
}
