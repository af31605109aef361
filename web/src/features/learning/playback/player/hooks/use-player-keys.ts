import { useEffect, useRef } from 'react';

export type PlayerKeys = {
  toggle: () => void;
  /** Seconds forward, or back when negative. */
  skip: (seconds: number) => void;
  fullscreen: () => void;
  theatre: () => void;
  mute: () => void;
  faster: (by: 1 | -1) => void;
  /** Subtitles on or off. */
  subtitles: () => void;
  louder: (by: number) => void;
};

const skipSec = 10;
const louderBy = 0.1;

/** Whether the key is typed into a text field. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}

/** Whether the focused element handles the key itself. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  isTyping(event.target) ||
  (event.key === ' ' &&
    event.target instanceof HTMLElement &&
    event.target.closest('button, a, [role="slider"]') !== null);

/** The player's keys, wherever the focus is: space, arrows, c, f, t, m, < and >. */
export function usePlayerKeys(keys: PlayerKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const act: Record<string, () => void> = {
      ' ': () => latest.current.toggle(),
      k: () => latest.current.toggle(),
      ArrowRight: () => latest.current.skip(skipSec),
      ArrowLeft: () => latest.current.skip(-skipSec),
      ArrowUp: () => latest.current.louder(louderBy),
      ArrowDown: () => latest.current.louder(-louderBy),
      f: () => latest.current.fullscreen(),
      t: () => latest.current.theatre(),
      c: () => latest.current.subtitles(),
      m: () => latest.current.mute(),
      '>': () => latest.current.faster(1),
      '<': () => latest.current.faster(-1),
    };
    const onKey = (event: KeyboardEvent): void => {
      const run = act[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run || isTaken(event) || event.defaultPrevented) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
