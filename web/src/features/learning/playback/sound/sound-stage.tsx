import { useEffect } from 'react';
import { formatClock, formatSpan } from '@kaike/shared/kit/format';
import { Cover } from '../../../../app/components/cover.tsx';
import { useLocale } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { usePlayerTranslations } from '../audio-translations.ts';
import type { LessonSession } from '../lesson-session.ts';
import type { LessonPhase, LessonState } from '../lesson-state.ts';
import { Volume } from '../player/controls.tsx';
import { Overlay, Resumed } from '../player/overlays.tsx';
import player from '../player/player.module.css';
import type { PlayerPort, PlayerState } from '../player/player-port.ts';
import { preferredVolume, rememberSpeed, rememberVolume, stepSpeed } from '../player/preferences.ts';
import { Progress } from '../player/progress.tsx';
import { SpeedMenu } from '../player/menus/speed-menu.tsx';
import { useMediaSession } from '../player/hooks/use-media-session.ts';
import { usePlayerKeys } from '../player/hooks/use-player-keys.ts';
import { SleepMenu } from './sleep-menu.tsx';
import { isLastLesson, useSleep, useSleepTimer } from './sleep-timer.ts';
import { usePlayerState } from '../player/hooks/use-player-state.ts';
import css from './sound.module.css';

/** Seconds: about one sentence, to hear it again. */
const skipSec = 15;
/** Phases in which the controls work. */
const usable: readonly LessonPhase[] = ['ready', 'finished', 'preview_over'];
const nothing = (): void => undefined;

type Props = { session: LessonSession; port: PlayerPort; lesson: LessonState; onNext: () => void };
type Actions = {
  toggle: () => void;
  seek: (to: number) => void;
  skip: (seconds: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
};

function useActions({ session, port, lesson }: Props): Actions {
  const isUsable = usable.includes(lesson.phase);
  return {
    toggle: session.toggle,
    seek: session.seek,
    skip: (seconds) => {
      if (isUsable) session.seek(port.state().position + seconds);
    },
    setRate: (rate) => {
      session.setRate(rate);
      rememberSpeed(rate);
    },
    setVolume: (volume, isMuted) => {
      port.setVolume(volume, isMuted);
      rememberVolume(volume, isMuted);
    },
  };
}

/** Player keys and system buttons; both skip as far as the buttons here. */
function useOtherControls({ session, lesson, onNext }: Props, state: PlayerState, actions: Actions): void {
  const skip = (seconds: number): void => actions.skip(Math.sign(seconds) * skipSec);
  usePlayerKeys({
    toggle: actions.toggle,
    skip,
    fullscreen: nothing,
    theatre: nothing,
    subtitles: nothing,
    mute: () => actions.setVolume(state.volume, !state.is_muted),
    faster: (by) => actions.setRate(stepSpeed(state.rate, by, lesson.auth?.max_speed ?? 1)),
    louder: (by) => actions.setVolume(Math.min(1, Math.max(0, Math.round((state.volume + by) * 20) / 20)), false),
  });
  useMediaSession({
    lesson,
    player: state,
    toggle: actions.toggle,
    skip,
    seek: session.seek,
    next: lesson.auth?.next ? onNext : null,
  });
}

function Skip({ seconds, onSkip }: { seconds: number; onSkip: (seconds: number) => void }) {
  const t = usePlayerTranslations();
  const label = t(seconds < 0 ? 'watching.skipped_back' : 'watching.skipped', { seconds: skipSec });
  return (
    <button type="button" className={css['skip']} aria-label={label} title={label} onClick={() => onSkip(seconds)}>
      <svg
        viewBox="0 0 32 32"
        width="32"
        height="32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path
          d={
            seconds < 0
              ? 'M16 6a10.5 10.5 0 1 1-10.5 10.5M19.5 2 16 6l3.5 4'
              : 'M16 6a10.5 10.5 0 1 0 10.5 10.5M12.5 2 16 6l-3.5 4'
          }
        />
        <text x="16" y="20.5" textAnchor="middle" fontSize="10" fontWeight="650" fill="currentColor" stroke="none">
          {skipSec}
        </text>
      </svg>
    </button>
  );
}

function PlayButton({
  isPaused,
  isWaiting,
  onToggle,
}: {
  isPaused: boolean;
  isWaiting: boolean;
  onToggle: () => void;
}) {
  const t = usePlayerTranslations();
  return (
    <button
      type="button"
      className={css['play']}
      aria-label={t(isPaused ? 'watching.play' : 'watching.pause')}
      onClick={onToggle}
    >
      <Icon name={isPaused ? 'play' : 'pause'} size={34} />
      {isWaiting ? <span className={css['turning']} role="status" aria-label={t('watching.loading')} /> : null}
    </button>
  );
}

/** Position and controls; dimmed until there is a ticket. */
function Deck({
  lesson,
  state,
  actions,
  onNext,
}: {
  lesson: LessonState;
  state: PlayerState;
  actions: Actions;
  onNext: () => void;
}) {
  const t = usePlayerTranslations();
  const { auth, seen, phase } = lesson;
  const duration = auth?.duration_sec ?? 0;
  const isWaiting = phase === 'loading' || (phase === 'ready' && state.is_waiting);
  return (
    <div className={css['deck']} inert={!usable.includes(phase)}>
      <Progress
        position={state.position}
        duration={duration}
        bufferedTo={state.buffered_to}
        seen={seen}
        previewSec={auth?.preview_sec ?? null}
        onSeek={actions.seek}
      />
      <p className={css['times']}>
        <span>{formatClock(state.position)}</span>
        <span>{formatClock(duration)}</span>
      </p>
      <div className={css['buttons']}>
        <SpeedMenu rate={state.rate} maximum={auth?.max_speed ?? 1} onRate={actions.setRate} />
        <Skip seconds={-skipSec} onSkip={actions.skip} />
        <PlayButton isPaused={state.is_paused} isWaiting={isWaiting} onToggle={actions.toggle} />
        <Skip seconds={skipSec} onSkip={actions.skip} />
        {auth?.next ? (
          <button
            type="button"
            className={player['iconButton']}
            aria-label={t('watching.next')}
            title={t('watching.next')}
            onClick={onNext}
          >
            <Icon name="next" size={22} />
          </button>
        ) : (
          <span className={css['place']} />
        )}
      </div>
      <div className={css['others']}>
        <div className={css['volume']}>
          <Volume player={state} actions={actions} />
        </div>
        <SleepMenu />
      </div>
    </div>
  );
}

/** An audio lesson: cover, title and large buttons instead of a video. The screen may turn off. */
export function SoundStage(props: Props) {
  const { session, port, lesson, onNext } = props;
  const t = usePlayerTranslations();
  const locale = useLocale();
  const state = usePlayerState(port);
  const actions = useActions(props);
  useOtherControls(props, state, actions);
  useSleepTimer(port);
  useEffect(() => {
    const { volume, is_muted } = preferredVolume();
    port.setVolume(volume, is_muted);
  }, [port]);
  const { auth, phase, resumed_at } = lesson;
  const isLast = useSleep(({ choice }) => choice === 'end');
  useEffect(() => {
    if (phase === 'finished') isLastLesson();
  }, [phase]);
  return (
    <div className={css['sound']}>
      {auth?.lesson.cover ? (
        <span className={css['glow']} style={{ backgroundImage: `url("${auth.lesson.cover}")` }} aria-hidden="true" />
      ) : null}
      <div className={css['head']}>
        <div className={css['cover']}>{auth ? <Cover eager {...auth.course} cover={auth.lesson.cover} /> : null}</div>
        <div className={css['names']}>
          {auth?.preview_sec && phase === 'ready' ? (
            <span className={css['tag']}>{t('watching.preview', { time: formatSpan(auth.preview_sec, locale) })}</span>
          ) : null}
          <p className={css['title']}>{auth?.lesson.title}</p>
          <p className={css['course']}>{auth?.course.title}</p>
        </div>
      </div>
      <div className={css['resumed']}>
        {resumed_at !== null && phase === 'ready' ? <Resumed at={resumed_at} session={session} /> : null}
      </div>
      <Deck lesson={lesson} state={state} actions={actions} onNext={onNext} />
      <Overlay lesson={lesson} session={session} onNext={onNext} isLast={isLast} />
    </div>
  );
}
