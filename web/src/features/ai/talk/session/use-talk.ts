import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { talkDeps } from './talk-deps.ts';
import { createTalkSession, type TalkSession } from './talk-session.ts';
import type { TalkState } from './talk-state.ts';

/** A server that is being replaced may be away for longer than a turn waits for it. */
const againMs = 15_000;

/** A talk as long as the page is mounted. */
export function useTalk(chatId: number): { session: TalkSession; state: TalkState } {
  const [session] = useState(() => createTalkSession(talkDeps));
  useEffect(() => {
    void session.open(chatId);
    return session.close;
  }, [session, chatId]);
  // A phone that slept may have missed the end of a reply.
  useEffect(() => {
    const onShow = (): void => {
      if (document.visibilityState === 'visible' && session.store.getState().problem?.way === 'reconnect')
        void session.reconnect();
    };
    document.addEventListener('visibilitychange', onShow);
    window.addEventListener('online', onShow);
    return () => {
      document.removeEventListener('visibilitychange', onShow);
      window.removeEventListener('online', onShow);
    };
  }, [session]);
  const state = useStore(session.store);
  const isCutOff = state.problem?.way === 'reconnect';
  useEffect(() => {
    if (!isCutOff) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void session.reconnect();
    }, againMs);
    return () => clearInterval(timer);
  }, [session, isCutOff]);
  return { session, state };
}
