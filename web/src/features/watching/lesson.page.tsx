import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import type { CourseLesson } from '@kaike/shared/contracts/courses';
import { lessonType } from '@kaike/shared/domain/courses/course-status';
import { isReading } from '@kaike/shared/domain/courses/reading';
import { isNotFound } from '../../api/fetch-by-id.ts';
import { loadChunk } from '../../app/loading/load-chunk.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { Card, Skeleton } from '../../ui/parts.tsx';
import { LessonList, myCoursesKey, useMyCourse } from '../courses/public.ts';
import { HeardContext } from './heard.ts';
import { useLessonFacts } from './lesson.queries.ts';
import type { LessonState } from './lesson-state.ts';
import { VideoLesson, type VideoHandle } from './video-lesson.tsx';
import css from './watching.module.css';

const ReadingLesson = lazy(async () => ({
  default: (await loadChunk(() => import('./reading/reading-lesson.tsx'))).ReadingLesson,
}));
const TalkLesson = lazy(async () => ({
  default: (await loadChunk(() => import('./talk/talk-lesson.tsx'))).TalkLesson,
}));
const LessonGone = lazy(async () => ({
  default: (await loadChunk(() => import('./lesson/lesson-gone.tsx'))).LessonGone,
}));
const LessonExtras = lazy(async () => ({
  default: (await loadChunk(() => import('./extras/lesson-extras.tsx'))).LessonExtras,
}));

type Progress = Pick<CourseLesson, 'percent' | 'missing_sec' | 'completed_at'>;

/** The lessons of the course with the member's progress in each; the current one updates during playback. */
function Outline({
  course_id: courseId,
  lesson_id: lessonId,
  progress,
}: {
  course_id: number;
  lesson_id: number;
  progress: Progress | null;
}) {
  const t = useT();
  const { data } = useMyCourse(courseId);
  if (!data)
    return (
      <Card className={css['outline'] ?? ''}>
        <Skeleton height={24} width="40%" />
        <Skeleton height={220} />
      </Card>
    );
  const chapters =
    progress === null
      ? data.chapters
      : data.chapters.map((chapter) => ({
          ...chapter,
          lessons: chapter.lessons.map((lesson) =>
            lesson.id === lessonId
              ? {
                  ...lesson,
                  percent: progress.percent,
                  missing_sec: progress.missing_sec,
                  completed_at: progress.completed_at,
                }
              : lesson,
          ),
        }));
  return (
    <Card className={css['outline'] ?? ''}>
      <h2 className={css['outlineTitle']}>{t('watching.outline')}</h2>
      <LessonList chapters={chapters} next={{ lesson_id: lessonId, type: 0, title: '', position: 0 }} />
    </Card>
  );
}

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
};

/** The lesson itself (text, video, audio or talk) and what is below it. */
function Main({ lessonId, type, facts, onState }: MainProps) {
  const [handle, setHandle] = useState<VideoHandle | null>(null);
  const isRead = type !== null && isReading(type);
  const isTalk = type === lessonType.ai_scene;
  const isPlayer = !isRead && !isTalk;
  const isWaiting = type === null || (!isPlayer && !facts);
  return (
    <div className={css['main']}>
      {isWaiting ? <Waiting /> : null}
      {isRead && facts ? (
        <Suspense fallback={<Waiting />}>
          <ReadingLesson key={lessonId} facts={facts} />
        </Suspense>
      ) : null}
      {isTalk && facts ? (
        <Suspense fallback={<Waiting />}>
          <TalkLesson key={lessonId} facts={facts} />
        </Suspense>
      ) : null}
      {!isWaiting && isPlayer ? (
        <HeardContext value={type === lessonType.audio}>
          <VideoLesson lessonId={lessonId} facts={facts} onState={onState} onPlayer={setHandle} />
        </HeardContext>
      ) : null}
      {facts ? (
        <Suspense
          fallback={
            <div className={css['extrasWaiting']}>
              <Skeleton height={136} />
            </div>
          }
        >
          <LessonExtras key={lessonId} facts={facts} player={isPlayer ? handle : null} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** The player's state of the current lesson, if it is a video or audio lesson. */
function watchedOf(watched: LessonState | null, lessonId: number): LessonState | null {
  return watched?.auth?.lesson.id === lessonId ? watched : null;
}

/** A lesson of any type, its extras, and the other lessons of its course. */
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
  const course = facts?.course ?? watched?.auth?.course;
  if (isNotFound(error))
    return (
      <Suspense fallback={<Waiting />}>
        <LessonGone />
      </Suspense>
    );
  return (
    <div className={css['page']}>
      <Main lessonId={lessonId} type={type} facts={facts} onState={onState} />
      {course ? <Outline course_id={course.id} lesson_id={lessonId} progress={watched} /> : null}
    </div>
  );
}
