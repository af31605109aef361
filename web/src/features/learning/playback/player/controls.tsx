import lessonWords from 'virtual:locale/lesson';
import { formatClock } from '@kaike/shared/kit/format';
import { useT } from '../../../../app/wording.ts';
import { Icon, type IconName } from '../../../../ui/icon.tsx';
import type { LessonState } from '../lesson-state.ts';
import type { PlayerState } from './player-port.ts';
import type { Quality } from './hls-engine.ts';
import { Progress } from './progress.tsx';
import { QualityMenu } from './menus/quality-menu.tsx';
import { SpeedMenu } from './menus/speed-menu.tsx';
import { SubtitleMenu } from './menus/subtitle-menu.tsx';
import { flipTheatre, useTheatre } from './theatre.ts';
import type { SubtitleChoice } from './hooks/use-subtitles.ts';
import css from './player.module.css';

export type ControlActions = {
  toggle: () => void;
  seek: (to: number) => void;
  setRate: (rate: number) => void;
  setVolume: (volume: number, isMuted: boolean) => void;
  setQuality: (quality: Quality) => void;
  fullscreen: () => void;
  /** Null where the browser has none. */
  /** Null for the last lesson. */
  next: (() => void) | null;
};

type Props = {
  player: PlayerState;
  lesson: LessonState;
  isFull: boolean;
  actions: ControlActions;
  subtitles: SubtitleChoice;
};

function IconButton({
  icon,
  label,
  onClick,
  className = '',
}: {
  icon: IconName;
  label: string;
  onClick: () => void;
  className?: string;
}) {
  return (
    <button
      type="button"
      className={`${css['iconButton']} ${className}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={22} />
    </button>
  );
}

/** Mute, and a slider where there is a mouse. */
export function Volume({ player, actions }: { player: PlayerState; actions: Pick<ControlActions, 'setVolume'> }) {
  const t = useT();
  const isSilent = player.is_muted || player.volume === 0;
  return (
    <div className={css['volume']}>
      <IconButton
        icon={isSilent ? 'mute' : 'volume'}
        label={t(isSilent ? 'watching.unmute' : 'watching.mute')}
        onClick={() => actions.setVolume(player.volume || 1, !isSilent)}
      />
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={isSilent ? 0 : player.volume}
        aria-label={t('watching.volume')}
        onChange={(event) => actions.setVolume(Number(event.target.value), false)}
      />
    </div>
  );
}

/** Wide windows only: elsewhere the video is as large as it can be. */
function TheatreButton() {
  const t = lessonWords.useT();
  const isOn = useTheatre((state) => state.is_on);
  const label = t('lesson.theatre');
  return (
    <button
      type="button"
      className={`${css['iconButton']} ${css['theatre']}`}
      aria-label={label}
      aria-pressed={isOn}
      title={`${label} (T)`}
      onClick={flipTheatre}
    >
      <Icon name="theatre" size={22} />
    </button>
  );
}

/** The control bar below the video. */
export function Controls({ player, lesson, isFull, actions, subtitles }: Props) {
  const t = lessonWords.useT();
  const { auth, seen } = lesson;
  const duration = auth?.duration_sec ?? 0;
  return (
    <div className={css['controls']}>
      <Progress
        position={player.position}
        duration={duration}
        bufferedTo={player.buffered_to}
        seen={seen}
        previewSec={auth?.preview_sec ?? null}
        onSeek={actions.seek}
      />
      <div
        className={css['buttons']}
        data-crowded={Number(player.has_qualities) + Number(subtitles.offered.length > 0)}
      >
        <IconButton
          icon={player.is_paused ? 'play' : 'pause'}
          label={t(player.is_paused ? 'watching.play' : 'watching.pause')}
          onClick={actions.toggle}
        />
        {actions.next ? (
          <IconButton icon="next" label={t('watching.next')} className={css['next'] ?? ''} onClick={actions.next} />
        ) : null}
        <Volume player={player} actions={actions} />
        <span className={css['time']}>
          {formatClock(player.position)}
          <span> / {formatClock(duration)}</span>
        </span>
        <span className={css['gap']} />
        <SubtitleMenu subtitles={subtitles} />
        {player.has_qualities ? <QualityMenu onQuality={actions.setQuality} /> : null}
        <SpeedMenu rate={player.rate} maximum={auth?.max_speed ?? 1} onRate={actions.setRate} />
        {isFull ? null : <TheatreButton />}
        <IconButton
          icon="full"
          label={t(isFull ? 'watching.exit_full' : 'watching.full')}
          onClick={actions.fullscreen}
        />
      </div>
    </div>
  );
}
