import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { prepareBeacon } from '../../../../api/beacon.ts';
import { closeDetachedPlayer } from '../mini/detached-player.ts';
import { createReadingDeps } from './reading-deps.ts';
import { createReadingSession, type ReadingSession, type ReadingState } from './reading-session.ts';

const signs = ['pointerdown', 'keydown', 'scroll', 'touchmove', 'wheel'] as const;

/** Counts seconds while the page is visible, and notifies the session when it is left. */
function followReader(session: ReadingSession): () => void {
  const touch = (): void => session.touch();
  const onVisibility = (): void => {
    if (document.visibilityState === 'hidden') session.leave();
    else session.touch();
  };
  const timer = setInterval(() => {
    if (document.visibilityState === 'visible') session.tick();
  }, 1000);
  const onOnline = (): void => void session.flush();
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', session.leave);
  window.addEventListener('online', onOnline);
  for (const name of signs) window.addEventListener(name, touch, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', session.leave);
    window.removeEventListener('online', onOnline);
    for (const name of signs) window.removeEventListener(name, touch, { capture: true });
    session.leave();
  };
}

/** A reading session that is open as long as the page shows the lesson. */
export function useReading(lessonId: number): { session: ReadingSession; state: ReadingState } {
  const [session] = useState(() => createReadingSession(createReadingDeps(lessonId)));
  useEffect(() => {
    void prepareBeacon().catch(() => undefined); // The first report tries again.
    void closeDetachedPlayer().then(() => session.open());
    return followReader(session);
  }, [session]);
  return { session, state: useStore(session.store) };
}
