import { useEffect, useRef } from 'react';
import type { LessonState } from '../../lesson-state.ts';
import type { PlayerState } from '../player-port.ts';

type SessionProps = {
  lesson: LessonState;
  player: PlayerState;
  toggle: () => void;
  skip: (seconds: number) => void;
  seek: (to: number) => void;
  next: (() => void) | null;
};

const skipSec = 10;

/** The position for the lock screen's bar; the system extrapolates it until the next update. */
function usePositionState({ lesson: { auth }, player }: SessionProps): void {
  const duration = auth?.duration_sec ?? 0;
  const { rate, is_paused, is_seeking, is_waiting, is_ready } = player;
  const position = useRef(0);
  useEffect(() => {
    position.current = player.position;
  });
  useEffect(() => {
    if (!('mediaSession' in navigator) || duration <= 0 || !is_ready) return;
    navigator.mediaSession.setPositionState({
      duration,
      position: Math.min(position.current, duration),
      playbackRate: rate,
    });
  }, [duration, rate, is_paused, is_seeking, is_waiting, is_ready]);
}

/** Title, cover, buttons and position for system controls: lock screen, headset, media keys. */
export function useMediaSession(props: SessionProps): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const {
    lesson: { auth },
    player: { is_paused },
    next,
  } = props;
  const hasNext = next !== null;
  useEffect(() => {
    if (!('mediaSession' in navigator) || !auth) return undefined;
    const { mediaSession } = navigator;
    mediaSession.metadata = new MediaMetadata({
      title: auth.lesson.title,
      artist: auth.course.title,
      artwork: auth.lesson.cover ? [{ src: auth.lesson.cover }] : [],
    });
    const acts: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
      play: () => latest.current.toggle(),
      pause: () => latest.current.toggle(),
      seekforward: () => latest.current.skip(skipSec),
      seekbackward: () => latest.current.skip(-skipSec),
      seekto: ({ seekTime }) => {
        if (seekTime !== undefined) latest.current.seek(seekTime);
      },
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
    if ('mediaSession' in navigator) navigator.mediaSession.playbackState = is_paused ? 'paused' : 'playing';
  }, [is_paused]);
  usePositionState(props);
}
