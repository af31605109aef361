import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { openReading, sendReading } from '@kaike/shared/contracts/lessons';
import { ApiError } from '../../../api/api-error.ts';
import { prepareBeacon, sendBeacon } from '../../../api/beacon.ts';
import { call } from '../../../api/client.ts';
import { beatFailure } from '../beats/beat-deps.ts';
import { describeFailure } from '../lesson/describe-failure.ts';
import { dropCarried } from '../mini/carried.ts';
import { createReadingSession, type ReadingDeps, type ReadingSession, type ReadingState } from './reading-session.ts';

const timeoutMs = 12_000;
const signs = ['pointerdown', 'keydown', 'scroll', 'touchmove', 'wheel'] as const;
const meanings = {
  unreachable: 'again',
  logged_out: 'again',
  not_now: 'again',
  taken_over: 'taken_over',
  ended: 'reopen',
  invalid: 'reopen',
  refused: 'refused',
} as const;

function createDeps(lessonId: number): ReadingDeps {
  return {
    open: (takeOver) =>
      call(openReading, { params: { id: lessonId }, body: takeOver ? { take_over: true } : {}, quiet: true }),
    send: (body) => call(sendReading, { body, quiet: true, timeout_ms: timeoutMs }),
    beacon: (body) => sendBeacon(sendReading, body),
    describe: describeFailure,
    meaningOf: (error) =>
      error instanceof ApiError && error.code === 'access.denied' ? 'refused' : meanings[beatFailure(error)],
  };
}

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
  const [session] = useState(() => createReadingSession(createDeps(lessonId)));
  useEffect(() => {
    void prepareBeacon().catch(() => undefined); // The first report tries again.
    void dropCarried().then(() => session.open());
    return followReader(session);
  }, [session]);
  return { session, state: useStore(session.store) };
}
