import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { formatClock, formatSpan } from '@kaike/shared/kit/format';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { useLocale, useT } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import type { LessonSession } from '../lesson-session.ts';
import type { LessonPhase, LessonState } from '../lesson-state.ts';
import { Controls, type ControlActions } from './controls.tsx';
import { Marquee } from './marquee.tsx';
import { Overlay, Resumed } from './overlays.tsx';
import type { PlayerPort, PlayerState } from './player-port.ts';
import css from './player.module.css';
import {
  preferredQuality,
  preferredVolume,
  rememberQuality,
  rememberSpeed,
  rememberVolume,
  stepSpeed,
} from './preferences.ts';
import { flipTheatre } from './theatre.ts';
import { useFullscreen } from './hooks/use-fullscreen.ts';
import { useGestures } from './hooks/use-gestures.ts';
import { useMediaSession } from './hooks/use-media-session.ts';
import { usePlayerKeys } from './hooks/use-player-keys.ts';
import { usePlayerState } from './hooks/use-player-state.ts';
import type { SubtitleChoice } from './hooks/use-subtitles.ts';
import { useWakeLock } from './hooks/use-wake-lock.ts';

/** Only in courses that ask. */
const Presence = lazy(async () => ({ default: (await loadChunk(() => import('./presence.tsx'))).Presence }));

const skipSec = 10;
const fastRate = 2;
const shownMs = 3000;
const flashMs = 700;
/** Seconds a drag across the whole video seeks. */
const acrossSec = 90;
/** Phases in which the controls work. */
const usable: readonly LessonPhase[] = ['ready', 'finished', 'preview_over'];

type Props = {
  session: LessonSession;
  port: PlayerPort;
  lesson: LessonState;
  stage: RefObject<HTMLDivElement | null>;
  onNext: () => void;
  subtitles: SubtitleChoice;
};

/** A hint shown over the video for a moment. */
function useFlash(): [string | null, (text: string) => void] {
  const [flash, setFlash] = useState<{ text: string } | null>(null);
  useEffect(() => {
    if (!flash) return undefined;
    const timer = setTimeout(() => setFlash(null), flashMs);
    return () => clearTimeout(timer);
  }, [flash]);
  return [flash?.text ?? null, (text) => setFlash({ text })];
}

/** Controls are visible during interaction, and for three seconds after. */
function useShown(isPlaying: boolean) {
  const [seenAt, setSeenAt] = useState(0);
  const [isShown, setIsShown] = useState(true);
  useEffect(() => {
    if (!isPlaying || !isShown) return undefined;
    const timer = setTimeout(() => setIsShown(false), shownMs);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, seenAt]);
  const show = (): void => {
    setIsShown(true);
    setSeenAt(Date.now());
  };
  return { is_shown: isShown || !isPlaying, show, flip: () => (isShown && isPlaying ? setIsShown(false) : show()) };
}

function useActions({ session, port, lesson, onNext }: Props, fullscreen: () => void): ControlActions {
  return {
    toggle: session.toggle,
    seek: session.seek,
    fullscreen,
    setRate: (rate) => {
      session.setRate(rate);
      rememberSpeed(rate);
    },
    setVolume: (volume, isMuted) => {
      port.setVolume(volume, isMuted);
      rememberVolume(volume, isMuted);
    },
    setQuality: (quality) => {
      port.setQuality(quality);
      rememberQuality(quality);
    },
    next: lesson.auth?.next ? onNext : null,
  };
}

/** Seeking, speed and volume, each with a hint over the video. */
function usePlayerCommands(
  { session, port, lesson }: Props,
  actions: ControlActions,
  showHint: (text: string) => void,
) {
  const t = useT();
  const isUsable = usable.includes(lesson.phase);
  /** The position where the drag started. */
  const dragged = useRef<number | null>(null);
  return {
    skip(seconds: number): void {
      if (!isUsable) return;
      session.seek(port.state().position + seconds);
      showHint(t(seconds < 0 ? 'watching.skipped_back' : 'watching.skipped', { seconds: Math.abs(seconds) }));
    },
    drag(share: number | null, isOver: boolean): void {
      const from = dragged.current ?? port.state().position;
      dragged.current = isOver ? null : from;
      if (!isUsable || share === null) return;
      const to = Math.min(Math.max(0, from + share * acrossSec), lesson.auth?.duration_sec ?? 0);
      if (isOver) session.seek(to);
      showHint(`${formatClock(to)}${share < 0 ? ' −' : ' +'}${Math.round(Math.abs(to - from))}`);
    },
    mute(): void {
      const { volume, is_muted } = port.state();
      actions.setVolume(volume, !is_muted);
      showHint(t(is_muted ? 'watching.unmute' : 'watching.mute'));
    },
    louder(by: number): void {
      const volume = Math.min(1, Math.max(0, Math.round((port.state().volume + by) * 20) / 20));
      actions.setVolume(volume, false);
      showHint(`${t('watching.volume')} ${Math.round(volume * 100)}%`);
    },
    changeSpeed(by: 1 | -1): void {
      const rate = stepSpeed(port.state().rate, by, lesson.auth?.max_speed ?? 1);
      actions.setRate(rate);
      showHint(`${rate}×`);
    },
  };
}

/** The buffer is empty and the network is gone: playback resumes without any action. */
function CutOff() {
  const t = lessonWords.useT();
  return (
    <span className={css['cutOff']} role="status">
      <Icon name="offline" size={18} />
      {t('lesson.cut_off')}
    </span>
  );
}

/** Messages of the player itself. */
function Signs({
  lesson,
  player,
  session,
  flash,
  isHeld,
}: {
  lesson: LessonState;
  player: PlayerState;
  session: LessonSession;
  flash: string | null;
  isHeld: boolean;
}) {
  const t = lessonWords.useT();
  const locale = useLocale();
  const { phase, auth, resumed_at } = lesson;
  const isReady = phase === 'ready';
  const isWaiting = isReady && player.is_waiting;
  return (
    <>
      {isReady && player.is_paused && player.is_ready ? (
        <button type="button" className={css['big']} aria-label={t('watching.play')} onClick={session.toggle}>
          <Icon name="play" size={34} />
        </button>
      ) : null}
      {phase === 'loading' || isWaiting ? (
        <span className={css['waiting']} role="status" aria-label={t('watching.loading')} />
      ) : null}
      {isWaiting && lesson.is_offline ? <CutOff /> : null}
      {flash ? (
        <span className={css['flash']} aria-hidden="true">
          {flash}
        </span>
      ) : null}
      {isHeld ? (
        <span className={css['fast']} role="status">
          {t('watching.fast', { rate: player.rate })}
        </span>
      ) : null}
      {auth?.preview_sec && isReady ? (
        <span className={css['previewTag']}>
          {t('watching.preview', { time: formatSpan(auth.preview_sec, locale) })}
        </span>
      ) : null}
      {resumed_at !== null && isReady ? <Resumed at={resumed_at} session={session} /> : null}
    </>
  );
}

/** Everything over the video: marquee, touch zones, controls and dialogs. */
export function Stage(props: Props) {
  const { session, port, lesson, stage, onNext, subtitles } = props;
  const player = usePlayerState(port);
  const isPlaying = !player.is_paused;
  const full = useFullscreen(stage);
  const overlay = useShown(isPlaying);
  const [flash, setFlash] = useFlash();
  const actions = useActions(props, full.toggle);
  const { skip, drag, mute, louder, changeSpeed } = usePlayerCommands(props, actions, setFlash);
  const before = useRef(1);

  usePlayerKeys({
    toggle: actions.toggle,
    skip,
    fullscreen: full.toggle,
    theatre: flipTheatre,
    faster: changeSpeed,
    subtitles: subtitles.flip,
    mute,
    louder,
  });
  useWakeLock(isPlaying);
  useMediaSession({ lesson, player, toggle: session.toggle, skip, seek: session.seek, next: actions.next });
  useEffect(() => {
    const { volume, is_muted } = preferredVolume();
    port.setVolume(volume, is_muted);
    port.setQuality(preferredQuality());
  }, [port]);
  const { is_held, handlers } = useGestures({
    tap: overlay.flip,
    drag,
    click: session.toggle,
    doubleClick: full.toggle,
    double: (where) => (where === 'middle' ? session.toggle() : skip(where === 'left' ? -skipSec : skipSec)),
    hold(isPressed) {
      if (isPressed) before.current = port.state().rate;
      session.setRate(isPressed ? fastRate : before.current);
    },
  });

  return (
    <div
      className={css['over']}
      data-shown={overlay.is_shown}
      onPointerMove={(event) => {
        if (event.pointerType === 'mouse') overlay.show();
      }}
      onFocus={overlay.show}
    >
      {lesson.auth && lesson.phase !== 'failed' ? <Marquee text={lesson.auth.marquee} /> : null}
      <div className={css['zones']} {...handlers} />
      <Signs lesson={lesson} player={player} session={session} flash={flash} isHeld={is_held} />
      {usable.includes(lesson.phase) ? (
        <Controls player={player} lesson={lesson} isFull={full.is_full} actions={actions} subtitles={subtitles} />
      ) : null}
      {lesson.auth?.presence_min ? (
        <Suspense fallback={null}>
          <Presence minutes={lesson.auth.presence_min} port={port} />
        </Suspense>
      ) : null}
      <Overlay lesson={lesson} session={session} onNext={onNext} />
    </div>
  );
}
