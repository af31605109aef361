import { useEffect, useRef } from 'react';
import type { LessonState } from '../lesson-state.ts';

type Given = { lesson: LessonState; is_playing: boolean; toggle: () => void; skip: (seconds: number) => void; next: (() => void) | null };

const skipSec = 10;

/** Title, cover and buttons of the system: lock screen, headset, media keys. */
export function useMediaSession(given: Given): void {
  const latest = useRef(given);
  useEffect(() => { latest.current = given; });
  const { lesson: { auth }, is_playing: isPlaying, next } = given;
  const hasNext = next !== null;
  useEffect(() => {
    if (!('mediaSession' in navigator) || !auth) return undefined;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({ title: auth.lesson.title, artist: auth.course.title, artwork: auth.lesson.cover ? [{ src: auth.lesson.cover }] : [] });
    const acts: Partial<Record<MediaSessionAction, () => void>> = {
      play: () => latest.current.toggle(), pause: () => latest.current.toggle(), seekforward: () => latest.current.skip(skipSec), seekbackward: () => latest.current.skip(-skipSec),
    };
    if (hasNext) acts.nexttrack = () => latest.current.next?.();
    const names = Object.keys(acts) as MediaSessionAction[];
    for (const name of names) mediaSession.setActionHandler(name, acts[name] ?? null);
    return () => {
      for (const name of names) mediaSession.setActionHandler(name, null);
      mediaSession.metadata = null;
    };
  }, [auth, hasNext]);
  useEffect(() => {
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
  }, [isPlaying]);
}
