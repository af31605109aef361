import { useContext, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router';
import { useStore } from 'zustand';
import * as watching from '@kaike/shared/contracts/learning/watching';
import { prepareBeacon } from '../../../api/beacon.ts';
import { call } from '../../../api/client.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { heartbeatDeps } from './heartbeats/heartbeat-deps.ts';
import { describeFailure } from './lesson/describe-failure.ts';
import { AudioLessonContext } from './audio-translations.ts';
import { createLessonSession, type LessonDeps, type LessonSession } from './lesson-session.ts';
import { emptyLesson, type LessonState } from './lesson-state.ts';
import { closeDetachedPlayer, useDetachedPlayer, type DetachedSound } from './mini/detached-player.ts';
import { detachPlayer } from './mini/detach-player.ts';
import { createPlayerPort, type PlayerPort } from './player/player-port.ts';
import { preferredSpeed } from './player/preferences.ts';
import { replayOwnReadings } from './reading/reading-deps.ts';

/** A new ticket ends the one before: what waits is sent first, if it can be. */
const patienceMs = 3000;

const loadHls = async () => (await loadChunk(() => import('hls.js/light'))).default;

/** Resolves after the time, or as soon as the connection is back. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener('online', done);
  });
}

function createDeps(port: PlayerPort): LessonDeps {
  return {
    port,
    wait,
    describe: describeFailure,
    beats: heartbeatDeps,
    speed: preferredSpeed,
    async authorize(lessonId, takeOver) {
      await Promise.race([replayOwnReadings(), wait(patienceMs)]);
      const query = { lesson_id: lessonId, ...(takeOver ? { take_over: true } : {}) };
      return call(watching.authorizePlayback, { query, quiet: true });
    },
  };
}

type Player = DetachedSound;
export type LessonPlayer = { player: Player | null; state: LessonState; video: RefObject<HTMLVideoElement | null> };

/** Notifies the session when the page is hidden, shown, closed, offline or online. */
function followPage(session: LessonSession): () => void {
  const onVisibility = (): void => (document.visibilityState === 'hidden' ? session.hide() : session.show());
  const onNetwork = (event: Event): void => session.setOnline(event.type === 'online');
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', session.hide);
  window.addEventListener('online', onNetwork);
  window.addEventListener('offline', onNetwork);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', session.hide);
    window.removeEventListener('online', onNetwork);
    window.removeEventListener('offline', onNetwork);
  };
}

const noStore = {
  getState: () => emptyLesson,
  getInitialState: () => emptyLesson,
  subscribe: () => () => undefined,
  setState: () => undefined,
};

function createPlayer(element: HTMLVideoElement): Player {
  const port = createPlayerPort(element, { loadHls });
  const session = createLessonSession(createDeps(port));
  const unfollow = followPage(session);
  void prepareBeacon().catch(() => undefined); // The first beat tries again.
  return {
    session,
    port,
    element,
    async stop() {
      unfollow();
      // What was played is taken before the first `await` of `stop`; the rest may run after the page is gone.
      const work = session.stop();
      port.destroy();
      await work;
    },
  };
}

/** Takes a playing sound along when the page is left: the element moves before React removes the page. */
function useCarrying(player: Player | null): void {
  const isHeard = useContext(AudioLessonContext);
  const heardRef = useRef(isHeard);
  useEffect(() => {
    heardRef.current = isHeard;
  }, [isHeard]);
  useLayoutEffect(
    () => () => {
      if (player && heardRef.current) detachPlayer(player);
    },
    [player],
  );
}

/** The second named by the address, as links of notes do. */
function secondOf(search: string): number | null {
  const at = new URLSearchParams(search).get('at') ?? '';
  return /^\d{1,5}$/.test(at) ? Number(at) : null;
}

const isCarried = ({ session }: Player): boolean => useDetachedPlayer.getState().sound?.session === session;

/** A lesson in a video element: one player and one session as long as the page is mounted, whichever lesson it shows. */
export function useLesson(lessonId: number): LessonPlayer {
  const video = useRef<HTMLVideoElement>(null);
  const [player, setPlayer] = useState<Player | null>(null);
  const at = secondOf(useLocation().search);
  useCarrying(player);
  useEffect(() => {
    if (!video.current) return undefined;
    const created = createPlayer(video.current);
    setPlayer(created);
    return () => {
      if (!isCarried(created)) void created.stop();
    };
  }, []);
  useEffect(() => {
    if (!player) return undefined;
    let isLeft = false;
    // The sound of another page has been reported and has ended before this lesson begins.
    void closeDetachedPlayer().then(() => (isLeft ? undefined : player.session.open(lessonId, at)));
    return () => {
      isLeft = true;
    };
  }, [player, lessonId, at]);
  const state = useStore(player?.session.store ?? noStore);
  return { player, state, video };
}
