import { useEffect, useRef, useState, type RefObject } from 'react';
import { formatClock } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { LessonSession } from '../lesson-session.ts';
import type { LessonState } from '../lesson-state.ts';
import { Controls, type ControlActions } from './controls.tsx';
import { Marquee } from './marquee.tsx';
import { Overlay, Resumed } from './overlays.tsx';
import type { PlayerPort } from './player-port.ts';
import css from './player.module.css';
import { preferredVolume, rememberSpeed, rememberVolume, stepSpeed } from './preferences.ts';
import { useFullscreen } from './use-fullscreen.ts';
import { useGestures } from './use-gestures.ts';
import { useMediaSession } from './use-media-session.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { usePlayerState } from './use-player-state.ts';
import { useWakeLock } from './use-wake-lock.ts';

const skipSec = 10;
const fastRate = 2;
const shownMs = 3000;
const flashMs = 700;

type Props = { session: LessonSession; port: PlayerPort; lesson: LessonState; stage: RefObject<HTMLDivElement | null>; video: RefObject<HTMLVideoElement | null>; onNext: () => void };

/** A word that stands over the picture for a moment. */
function useFlash(): [string | null, (text: string) => void] {
  const [flash, setFlash] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!flash) return undefined;
    const timer = setTimeout(() => setFlash(null), flashMs);
    return () => clearTimeout(timer);
  }, [flash]);
  return [flash?.text ?? null, (text) => setFlash({ text })];
}

/** Controls are there while something moves, and for three seconds after. */
function useShown(isPlaying: boolean) {
  const [seenAt, setSeenAt] = useState(0);
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    if (!isPlaying || !isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, seenAt]);
  const show = (): void => { setIsShown(true); setSeenAt(Date.now()); };
  return { is_shown: isShown || !isPlaying, show, flip: () => (isShown && isPlaying ? setIsShown(false) : show()) };
}

function pictureInPicture(video: HTMLVideoElement | null): void {
  const work = document.pictureInPictureElement ? document.exitPictureInPicture() : video?.requestPictureInPicture();
  void work?.catch(() => undefined); // Refused without a gesture or before the first picture.
}

function useActions({ session, port, lesson, video, onNext }: Props, fullscreen: () => void): ControlActions {
  return {
    toggle: session.toggle, seek: session.seek, fullscreen,
    setRate: (rate) => { session.setRate(rate); rememberSpeed(rate); },
    setVolume: (volume, isMuted) => { port.setVolume(volume, isMuted); rememberVolume(volume, isMuted); },
    pip: document.pictureInPictureEnabled ? () => pictureInPicture(video.current) : null,
    next: lesson.auth?.next ? onNext : null,
  };
}

/** Everything over the picture: marquee, touch zones, controls, and what must be answered. */
export function Stage(props: Props) {
  const t = useT();
  const { session, port, lesson, stage, video, onNext } = props;
  const player = usePlayerState(port);
  const { auth, phase } = lesson;
  const isPlaying = !player.is_paused;
  const full = useFullscreen(stage, video);
  const shown = useShown(isPlaying);
  const [flash, setFlash] = useFlash();
  const actions = useActions(props, full.toggle);
  const isUsable = phase === 'ready' || phase === 'finished' || phase === 'preview_over';
  const before = useRef(1);

  const skip = (seconds: number): void => {
    if (!isUsable) return;
    session.seek(port.state().position + seconds);
    setFlash(t(seconds < 0 ? 'watching.skipped_back' : 'watching.skipped', { seconds: Math.abs(seconds) }));
  };
  const changeSpeed = (by: 1 | -1): void => {
    const rate = stepSpeed(port.state().rate, by, auth?.max_speed ?? 1);
    actions.setRate(rate);
    setFlash(`${rate}×`);
  };
  const mute = (): void => actions.setVolume(player.volume, !player.is_muted);
  usePlayerKeys({
    toggle: actions.toggle, skip, fullscreen: full.toggle, mute, faster: changeSpeed,
    louder: (by) => actions.setVolume(Math.round((player.volume + by) * 20) / 20, false),
  });
  useWakeLock(isPlaying);
  useMediaSession({ lesson, is_playing: isPlaying, toggle: session.toggle, skip, next: actions.next });
  useEffect(() => {
    const { volume, is_muted: isMuted } = preferredVolume();
    port.setVolume(volume, isMuted);
  }, [port]);

  const { is_held: isHeld, handlers } = useGestures({
    tap: shown.flip, click: session.toggle, doubleClick: full.toggle,
    double: (where) => (where === 'middle' ? session.toggle() : skip(where === 'left' ? -skipSec : skipSec)),
    hold(isPressed) {
      if (isPressed) before.current = port.state().rate;
      session.setRate(isPressed ? fastRate : before.current);
    },
  });
  const needsTouch = phase === 'ready' && player.is_paused && player.is_ready;

  return (
    <div className={css['over']} data-shown={shown.is_shown} onPointerMove={(event) => { if (event.pointerType === 'mouse') shown.show(); }} onFocus={shown.show}>
      {auth && phase !== 'failed' ? <Marquee text={auth.marquee} /> : null}
      <div className={css['zones']} {...handlers} />
      {needsTouch ? <button type="button" className={css['big']} aria-label={t('watching.play')} onClick={session.toggle}><Icon name="play" size={34} /></button> : null}
      {(phase === 'loading' || player.is_waiting) && phase !== 'failed' ? <span className={css['waiting']} role="status" aria-label={t('watching.loading')} /> : null}
      {flash ? <span className={css['flash']} aria-hidden="true">{flash}</span> : null}
      {isHeld ? <span className={css['fast']} role="status">{t('watching.fast', { rate: player.rate })}</span> : null}
      {auth?.preview_sec && phase === 'ready' ? <span className={css['previewTag']}>{t('watching.preview', { time: formatClock(auth.preview_sec) })}</span> : null}
      {lesson.resumed_at !== null && phase === 'ready' ? <Resumed at={lesson.resumed_at} session={session} /> : null}
      {isUsable ? <Controls player={player} lesson={lesson} is_full={full.is_full} actions={actions} /> : null}
      <Overlay lesson={lesson} session={session} onNext={onNext} />
    </div>
  );
}
