import { create } from 'zustand';
import type { LessonSession } from '../lesson-session.ts';
import type { PlayerPort } from '../player/player-port.ts';

/** An audio lesson that plays on while other pages are open, with the session that reports it. */
export type DetachedSound = {
  session: LessonSession;
  port: PlayerPort;
  element: HTMLMediaElement;
  /** Sends what was heard and releases everything. */
  stop: () => Promise<void>;
};

export const useDetachedPlayer = create<{ sound: DetachedSound | null }>(() => ({ sound: null }));

/** Lessons and talks have a sound of their own, and count the time themselves. */
export const isQuietPage = (pathname: string): boolean =>
  /^\/(open|home)\//.test(pathname) &&
  !/^\/home\/(lessons\/|ai-teacher\/talks\/)|^\/open\/(login|logout)/.test(pathname);

/** Ends the sound that was carried along, if any; resolves when the server knows what was heard. */
export async function closeDetachedPlayer(): Promise<void> {
  const { sound } = useDetachedPlayer.getState();
  if (!sound) return;
  useDetachedPlayer.setState({ sound: null });
  await sound.stop();
}
