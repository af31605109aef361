import { lazy, Suspense, useCallback, useContext, useEffect, useMemo, useRef, type ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { formatClock } from '@kaike/shared/kit/format';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { toast } from '../../../app/toasts.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Skeleton } from '../../../ui/parts.tsx';
import { CreditNote } from './lesson/credit-note.tsx';
import { AudioLessonContext, usePlayerTranslations } from './audio-translations.ts';
import { FinishedNote } from './lesson/finished-note.tsx';
import { BackToCourse, LessonHead } from './lesson/lesson-head.tsx';
import { LessonProgressNote } from './lesson/lesson-progress-note.tsx';
import { Neighbours } from './lesson/neighbours.tsx';
import type { LessonState } from './lesson-state.ts';
import { languageName } from './player/menus/subtitle-menu.tsx';
import type { PlayerPort } from './player/player-port.ts';
import { Stage } from './player/stage.tsx';
import player from './player/player.module.css';
import { usePlayerState } from './player/hooks/use-player-state.ts';
import { useSubtitles } from './player/hooks/use-subtitles.ts';
import { subtitlesUrl } from './player/subtitles-url.ts';
import { useLesson, type LessonPlayer } from './use-lesson.ts';
import css from './playback.module.css';

const SoundStage = lazy(async () => {
  const [{ SoundStage: stage }] = await Promise.all([
    loadChunk(() => import('./sound/sound-stage.tsx')),
    lessonWords.load(),
  ]);
  return { default: stage };
});

/** How the components beside the video access it. */
export type VideoHandle = { port: PlayerPort; seek: (to: number) => void; fillGap: () => void };

const noSubtitles: LessonAnswer['subtitles'] = [];

/** The lesson's title comes first; the progress appears with the ticket, in space reserved for it. */
function AboutWaiting({ facts }: { facts: LessonAnswer | undefined }) {
  return (
    <div className={css['about']} aria-busy="true">
      {facts ? <LessonHead facts={facts} /> : <Skeleton height={52} width="60%" />}
      <div className={css['note']} />
    </div>
  );
}

/** Begins a note at the second being played. */
function NoteButton({ port, onNote }: { port: PlayerPort; onNote: () => void }) {
  const t = lessonWords.useT();
  const { position } = usePlayerState(port);
  return (
    <button type="button" className={css['noteButton']} onClick={onNote}>
      <Icon name="edit" size={18} />
      {t('lesson.note_here', { time: formatClock(position) })}
    </button>
  );
}

type AboutProps = {
  lesson: LessonState;
  facts: LessonAnswer | undefined;
  player: VideoHandle | null;
  onNote: () => void;
};

function About({ lesson, facts, player: playerState, onNote }: AboutProps) {
  const t = usePlayerTranslations();
  const { auth, failure, percent, completed_at } = lesson;
  // After a refusal nothing is loading.
  const named = facts ?? failure?.closed_lesson;
  if (!auth && failure)
    return named ? (
      <div className={css['about']}>
        <LessonHead facts={named} />
      </div>
    ) : null;
  if (!auth) return <AboutWaiting facts={facts} />;
  return (
    <div className={css['about']}>
      <LessonHead
        facts={facts ?? auth}
        progress={{
          percent,
          is_done: completed_at !== null,
          is_new: lesson.is_just_finished,
          label: t('watching.seen_percent', { percent }),
        }}
      />
      <LessonProgressNote lesson={lesson} durationSec={auth.duration_sec} fillGap={playerState?.fillGap ?? null} />
      <FinishedNote isFinished={lesson.is_just_finished} next={auth.next} isPreview={auth.preview_sec !== null} />
      <div className={css['bar']}>
        {playerState && facts ? <NoteButton port={playerState.port} onNote={onNote} /> : null}
        <Neighbours facts={auth} isFinished={completed_at !== null} />
      </div>
    </div>
  );
}

/** Says why a jump ended earlier. */
function useRefusals({ refused_seeks }: LessonState): void {
  const t = usePlayerTranslations();
  useEffect(() => {
    if (refused_seeks > 0) toast('warning', t('watching.refused_seek'));
  }, [refused_seeks, t]);
}

/** What is shown over the video, or instead of it. */
function Look({ isHeard, ...props }: ComponentProps<typeof Stage> & { isHeard: boolean }) {
  if (!isHeard) return <Stage {...props} />;
  const { session, port, lesson, onNext } = props;
  return (
    <Suspense fallback={null}>
      <SoundStage session={session} port={port} lesson={lesson} onNext={onNext} />
    </Suspense>
  );
}

/** The player as the rest of the page uses it. */
function useHandle(player: LessonPlayer['player'], onPlayer: Props['onPlayer']): VideoHandle | null {
  const handle = useMemo(
    () => player && { port: player.port, seek: player.session.seek, fillGap: player.session.fillGap },
    [player],
  );
  useEffect(() => {
    onPlayer(handle);
    return () => onPlayer(null);
  }, [onPlayer, handle]);
  return handle;
}

function Tracks({ lessonId, offered }: { lessonId: number; offered: LessonAnswer['subtitles'] }) {
  return (
    <>
      {offered.map(({ id, language }) => (
        <track
          key={id}
          kind="subtitles"
          srcLang={language}
          label={languageName(language)}
          src={subtitlesUrl(lessonId, id)}
        />
      ))}
    </>
  );
}

type Props = {
  lessonId: number;
  facts: LessonAnswer | undefined;
  onState: (state: LessonState) => void;
  onPlayer: (handle: VideoHandle | null) => void;
  onNote: () => void;
};

/** The lesson and its course, as the ticket or the refusal names them. */
const nameOf = ({ auth, failure }: LessonState) => auth ?? failure?.closed_lesson;

/** A video or audio lesson: the player first, then its title and the progress. One element plays both, so that autoplay permission carries over to the next lesson. */
export function VideoLesson({ lessonId, facts, onState, onPlayer, onNote }: Props) {
  const t = useT();
  const isHeard = useContext(AudioLessonContext);
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const { player: lessonPlayer, state, video } = useLesson(lessonId);
  const { auth } = state;
  const subtitles = useSubtitles(video, facts?.subtitles ?? noSubtitles);
  const named = nameOf(state);
  useTitle(named?.lesson.title ?? t('watching.title'));
  useRefusals(state);
  useEffect(() => {
    onState(state);
  }, [onState, state]);
  const handle = useHandle(lessonPlayer, onPlayer);
  const next = auth?.next ?? null;
  const openNext = useCallback(() => {
    if (next) void navigate(`/home/lessons/${next.id}`, { state: { type: next.type } });
  }, [navigate, next]);
  return (
    <>
      <div className={isHeard ? css['heard'] : css['sticky']}>
        <BackToCourse course={(facts ?? named)?.course} isOver />
        <div ref={stage} className={player[isHeard ? 'heard' : 'stage']}>
          <video
            ref={video}
            playsInline
            // WeChat on Android would show it in a player of its own, above the marquee.
            x5-video-player-type="h5-page"
            // The small window of a browser would show it without the marquee.
            disablePictureInPicture
            preload="auto"
            poster={auth?.lesson.cover ?? undefined}
            controlsList="nodownload"
            aria-label={auth?.lesson.title}
          >
            <Tracks lessonId={lessonId} offered={subtitles.offered} />
            <track kind="captions" />
          </video>
          {lessonPlayer ? (
            <Look
              isHeard={isHeard}
              {...lessonPlayer}
              lesson={state}
              stage={stage}
              onNext={openNext}
              subtitles={subtitles}
            />
          ) : null}
        </div>
      </div>
      <CreditNote lesson={state} />
      <About lesson={state} facts={facts} player={handle} onNote={onNote} />
    </>
  );
}
