import { lazy, Suspense, useCallback, useContext, useEffect, useRef, type ComponentProps } from 'react';
import { Link, useNavigate } from 'react-router';
import lessonWords from 'virtual:words/lesson';
import { getSubtitles, type LessonAnswer } from '@kaike/shared/contracts/lessons';
import { apiBase } from '../../api/client.ts';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { toast } from '../../app/toasts.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/parts.tsx';
import { CreditNote } from './lesson/credit-note.tsx';
import { HeardContext, usePlayedT } from './heard.ts';
import { LessonHead } from './lesson/lesson-head.tsx';
import { LessonProgressNote } from './lesson/lesson-progress-note.tsx';
import type { LessonState } from './lesson-state.ts';
import { languageName } from './player/menus/subtitle-menu.tsx';
import type { PlayerPort } from './player/player-port.ts';
import { Stage } from './player/stage.tsx';
import player from './player/player.module.css';
import { useSubtitles } from './player/hooks/use-subtitles.ts';
import { useLesson } from './use-lesson.ts';
import css from './watching.module.css';

const SoundStage = lazy(async () => {
  const [{ SoundStage: stage }] = await Promise.all([
    loadChunk(() => import('./sound/sound-stage.tsx')),
    lessonWords.load(),
  ]);
  return { default: stage };
});

/** How the components beside the video access it. */
export type VideoHandle = { port: PlayerPort; seek: (to: number) => void };

const noSubtitles: LessonAnswer['subtitles'] = [];

/** The lesson's title comes first; the progress appears with the ticket, in space reserved for it. */
function AboutWaiting({ facts }: { facts: LessonAnswer | undefined }) {
  return (
    <div className={css['about']} aria-busy="true">
      {facts ? (
        <LessonHead facts={facts} />
      ) : (
        <div className={css['names']}>
          <Skeleton height={44} width="40%" />
          <Skeleton height={28} width="60%" />
          <Skeleton height={22} width="40%" />
        </div>
      )}
      <div className={css['note']}>
        <Skeleton height={74} />
      </div>
      <div className={css['neighbours']}>
        <Skeleton height={44} />
      </div>
    </div>
  );
}

function About({
  lesson,
  facts,
  fillGap,
}: {
  lesson: LessonState;
  facts: LessonAnswer | undefined;
  fillGap: (() => void) | null;
}) {
  const t = useT();
  const { auth, failure } = lesson;
  // After a refusal nothing is loading.
  if (!auth && failure)
    return facts ? (
      <div className={css['about']}>
        <LessonHead facts={facts} />
      </div>
    ) : null;
  if (!auth) return <AboutWaiting facts={facts} />;
  return (
    <div className={css['about']}>
      <LessonHead facts={auth} />
      <LessonProgressNote lesson={lesson} complete_percent={auth.complete_percent} fillGap={fillGap} />
      <nav className={css['neighbours']} aria-label={t('watching.neighbours')}>
        {auth.previous ? (
          <Link
            className={buttonClass('plain')}
            to={`/home/lessons/${auth.previous.id}`}
            state={{ type: auth.previous.type }}
            title={auth.previous.title}
          >
            {t('watching.previous')}
          </Link>
        ) : null}
        {auth.next ? (
          <Link
            className={buttonClass(lesson.completed_at ? 'primary' : 'plain')}
            to={`/home/lessons/${auth.next.id}`}
            state={{ type: auth.next.type }}
            title={auth.next.title}
          >
            {t('watching.next')}
          </Link>
        ) : null}
      </nav>
    </div>
  );
}

/** Announces once what just happened. */
function useAnnouncements({ is_just_finished: isJustFinished, refused_seeks: refusedSeeks }: LessonState): void {
  const t = usePlayedT();
  useEffect(() => {
    if (isJustFinished) toast('success', t('watching.finished_toast'));
  }, [isJustFinished, t]);
  useEffect(() => {
    if (refusedSeeks > 0) toast('warning', t('watching.refused_seek'));
  }, [refusedSeeks, t]);
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

type Props = {
  lessonId: number;
  facts: LessonAnswer | undefined;
  onState: (state: LessonState) => void;
  onPlayer: (handle: VideoHandle | null) => void;
};

/** A video or audio lesson: the player first, then its title and the progress. One element plays both, so that autoplay permission carries over to the next lesson. */
export function VideoLesson({ lessonId, facts, onState, onPlayer }: Props) {
  const t = useT();
  const isHeard = useContext(HeardContext);
  const navigate = useNavigate();
  const stage = useRef<HTMLDivElement>(null);
  const { player: lessonPlayer, state, video } = useLesson(lessonId);
  const { auth } = state;
  const subtitles = useSubtitles(video, facts?.subtitles ?? noSubtitles);
  useTitle(auth?.lesson.title ?? t('watching.title'));
  useAnnouncements(state);
  useEffect(() => {
    onState(state);
  }, [onState, state]);
  useEffect(() => {
    onPlayer(lessonPlayer ? { port: lessonPlayer.port, seek: lessonPlayer.session.seek } : null);
  }, [onPlayer, lessonPlayer]);
  const next = auth?.next ?? null;
  const openNext = useCallback(() => {
    if (next) void navigate(`/home/lessons/${next.id}`, { state: { type: next.type } });
  }, [navigate, next]);
  return (
    <>
      <div className={isHeard ? css['heard'] : css['sticky']}>
        <div ref={stage} className={player[isHeard ? 'heard' : 'stage']}>
          <video
            ref={video}
            playsInline
            preload="auto"
            poster={auth?.lesson.cover ?? undefined}
            controlsList="nodownload"
            aria-label={auth?.lesson.title}
          >
            {subtitles.offered.map(({ id, language }) => (
              <track
                key={id}
                kind="subtitles"
                srcLang={language}
                label={languageName(language)}
                src={`${apiBase()}${getSubtitles.path.replace(':id', String(lessonId)).replace(':subtitle_id', String(id))}`}
              />
            ))}
            <track kind="captions" />
          </video>
          {lessonPlayer ? (
            <Look
              isHeard={isHeard}
              {...lessonPlayer}
              lesson={state}
              stage={stage}
              video={video}
              onNext={openNext}
              subtitles={subtitles}
            />
          ) : null}
        </div>
      </div>
      <CreditNote lesson={state} />
      <About lesson={state} facts={facts} fillGap={lessonPlayer?.session.fillGap ?? null} />
    </>
  );
}
