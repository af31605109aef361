import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { isReading } from '@kaike/shared/domain/learning/reading';
import { isNotFound } from '../../../api/fetch-by-id.ts';
import { loadChunk } from '../../../app/loading/load-chunk.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useT } from '../../../app/wording.ts';
import { Skeleton } from '../../../ui/parts.tsx';
import { myCoursesKey } from '../../catalog/courses/courses.queries.ts';
import type { LessonTab } from './extras/lesson-panel.tsx';
import { AudioLessonContext } from './audio-translations.ts';
import { useLessonFacts } from './lesson.queries.ts';
import type { LessonState } from './lesson-state.ts';
import { useTheatrePage } from './player/theatre.ts';
import { VideoLesson, type VideoHandle } from './video-lesson.tsx';
import css from './playback.module.css';

const ReadingLesson = lazy(async () => ({
  default: (await loadChunk(() => import('./reading/reading-lesson.tsx'))).ReadingLesson,
}));
const TalkLesson = lazy(async () => ({
  default: (await loadChunk(() => import('./talk/talk-lesson.tsx'))).TalkLesson,
}));
const LessonGone = lazy(async () => ({
  default: (await loadChunk(() => import('./lesson/lesson-gone.tsx'))).LessonGone,
}));
const LessonPanel = lazy(async () => ({
  default: (await loadChunk(() => import('./extras/lesson-panel.tsx'))).LessonPanel,
}));
const CourseEnd = lazy(async () => ({
  default: (await loadChunk(() => import('./lesson/course-end.tsx'))).CourseEnd,
}));

/** Invalidates the data of other pages when the lesson is finished and when this page is left. */
function useFreshCourses(isFinished: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isFinished) void client.invalidateQueries({ queryKey: myCoursesKey });
  }, [client, isFinished]);
  useEffect(
    () => () => {
      for (const queryKey of [myCoursesKey, ['home']]) void client.invalidateQueries({ queryKey, refetchType: 'none' });
    },
    [client],
  );
}

/** The lesson type as the linking page knows it, so that nothing waits for the response. */
function hintOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'type' in state && typeof state.type === 'number'
    ? state.type
    : null;
}

function Waiting() {
  return (
    <div aria-busy="true">
      <div className={css['waiting']} />
      <div className={css['about']}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={20} width="40%" />
      </div>
    </div>
  );
}

type MainProps = {
  lessonId: number;
  type: number | null;
  facts: LessonAnswer | undefined;
  onState: (state: LessonState) => void;
  onPlayer: (handle: VideoHandle | null) => void;
  onNote: () => void;
};

const isPlayed = (type: number | null): boolean => type !== null && !isReading(type) && type !== lessonType.ai_scene;

/** The lesson itself: text, video, audio or talk. */
function Main({ lessonId, type, facts, ...played }: MainProps) {
  const isPlayer = isPlayed(type);
  if (isPlayer)
    return (
      <AudioLessonContext value={type === lessonType.audio}>
        <VideoLesson lessonId={lessonId} facts={facts} {...played} />
      </AudioLessonContext>
    );
  if (type === null || !facts) return <Waiting />;
  return (
    <Suspense fallback={<Waiting />}>
      {isReading(type) ? <ReadingLesson key={lessonId} facts={facts} /> : <TalkLesson key={lessonId} facts={facts} />}
    </Suspense>
  );
}

const panelWaiting = (
  <div className={css['panelWaiting']} aria-busy="true">
    <Skeleton height={44} />
    <Skeleton height={220} />
  </div>
);

/** The player's state of the current lesson, if it is a video or audio lesson. */
function watchedOf(watched: LessonState | null, lessonId: number): LessonState | null {
  return watched?.auth?.lesson.id === lessonId ? watched : null;
}

/** A lesson of any type, and beside it or below it the other lessons, what is said, notes and downloads. */
export function LessonPage() {
  const t = useT();
  const lessonId = Number(useParams()['id']);
  const hint = hintOf(useLocation().state);
  const { data: facts, error } = useLessonFacts(lessonId);
  const [state, setState] = useState<LessonState | null>(null);
  const onState = useCallback((now: LessonState) => setState(now), []);
  const watched = watchedOf(state, lessonId);
  // The player reports whatever prevents the lesson.
  const type = facts?.lesson.type ?? hint ?? (error ? 0 : null);
  useTitle(facts?.lesson.title ?? t('watching.title'));
  useFreshCourses(watched?.is_just_finished === true);
  const isTheatre = useTheatrePage(isPlayed(type) && type !== lessonType.audio);
  const [player, setPlayer] = useState<VideoHandle | null>(null);
  const [tab, setTab] = useState<LessonTab>('outline');
  const noteDoor = useRef<(() => void) | null>(null);
  const openNote = useCallback(() => noteDoor.current?.(), []);
  if (isNotFound(error))
    return (
      <Suspense fallback={<Waiting />}>
        <LessonGone />
      </Suspense>
    );
  return (
    <div className={css['page']} data-theatre={isTheatre}>
      <div className={css['main']}>
        <Main lessonId={lessonId} type={type} facts={facts} onState={onState} onPlayer={setPlayer} onNote={openNote} />
      </div>
      {facts ? (
        <Suspense fallback={panelWaiting}>
          <LessonPanel
            key={lessonId}
            facts={facts}
            player={isPlayed(type) ? player : null}
            progress={watched}
            tab={tab}
            onTab={setTab}
            noteDoor={noteDoor}
          />
        </Suspense>
      ) : error ? null : (
        panelWaiting
      )}
      {facts ? (
        <Suspense fallback={null}>
          <CourseEnd key={facts.course.id} courseId={facts.course.id} />
        </Suspense>
      ) : null}
    </div>
  );
}
