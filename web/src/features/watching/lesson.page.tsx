import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { toast } from '../../app/toasts.ts';
import { useTitle } from '../../app/use-title.ts';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card, Skeleton } from '../../ui/parts.tsx';
import { LessonList, myCoursesKey, useMyCourse } from '../courses/public.ts';
import { CreditNote } from './credit-note.tsx';
import { LessonProgressNote } from './lesson-progress-note.tsx';
import type { LessonState } from './lesson-state.ts';
import { Stage } from './player/stage.tsx';
import player from './player/player.module.css';
import { useLesson } from './use-lesson.ts';
import css from './watching.module.css';

/** The other lessons of the course, with how far the learner is in each. */
function Outline({ course_id: courseId, lesson_id: lessonId }: { course_id: number; lesson_id: number }) {
  const t = useT();
  const { data } = useMyCourse(courseId);
  if (!data) return <Card className={css['outline'] ?? ''}><Skeleton height={24} width="40%" /><Skeleton height={220} /></Card>;
  return (
    <Card className={css['outline'] ?? ''}>
      <h2 className={css['outlineTitle']}>{t('watching.outline')}</h2>
      <LessonList chapters={data.chapters} next={{ lesson_id: lessonId, title: '', position: 0 }} />
    </Card>
  );
}

function About({ lesson }: { lesson: LessonState }) {
  const t = useT();
  const { auth } = lesson;
  if (!auth) return <div className={css['about']} aria-busy="true"><Skeleton height={28} width="60%" /><Skeleton height={20} width="40%" /></div>;
  return (
    <div className={css['about']}>
      <Link className={css['back']} to={`/home/courses/${auth.course.id}`}><Icon name="left" size={18} />{auth.course.title}</Link>
      <h1>{auth.lesson.title}</h1>
      <p className={css['quiet']}>{auth.lesson.chapter_title}</p>
      <LessonProgressNote lesson={lesson} complete_percent={auth.complete_percent} />
      <nav className={css['neighbours']} aria-label={t('watching.neighbours')}>
        {auth.previous ? <Link className={buttonClass('plain')} to={`/home/lessons/${auth.previous.id}`} title={auth.previous.title}>{t('watching.previous')}</Link> : null}
        {auth.next ? <Link className={buttonClass('primary')} to={`/home/lessons/${auth.next.id}`} title={auth.next.title}>{t('watching.next')}</Link> : null}
      </nav>
    </div>
  );
}

/** What other pages show of it is asked for anew once a lesson is finished, and when this page is left. */
function useFreshCourses(isFinished: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (isFinished) void client.invalidateQueries({ queryKey: myCoursesKey });
  }, [client, isFinished]);
  useEffect(() => () => {
    for (const queryKey of [myCoursesKey, ['home']]) void client.invalidateQueries({ queryKey, refetchType: 'none' });
  }, [client]);
}

/** Says once what happened just now. */
function useNews({ is_just_finished: isJustFinished, refused_seeks: refusedSeeks }: LessonState): void {
  const t = useT();
  useEffect(() => { if (isJustFinished) toast('success', t('watching.finished_toast')); }, [isJustFinished, t]);
  useEffect(() => { if (refusedSeeks > 0) toast('warning', t('watching.refused_seek')); }, [refusedSeeks, t]);
}

/** A lesson: the video first, then what it is and how far the learner is, then the others. */
export function LessonPage() {
  const t = useT();
  const navigate = useNavigate();
  const lessonId = Number(useParams()['id']);
  const stage = useRef<HTMLDivElement>(null);
  const { player: made, state, video } = useLesson(lessonId);
  const { auth } = state;
  useTitle(auth?.lesson.title ?? t('watching.title'));
  useFreshCourses(state.is_just_finished);
  useNews(state);
  const nextId = auth?.next?.id;
  const goOn = useCallback(() => { if (nextId) void navigate(`/home/lessons/${nextId}`); }, [navigate, nextId]);
  return (
    <div className={css['page']}>
      <div className={css['main']}>
        <div className={css['sticky']}>
          <div ref={stage} className={player['stage']}>
            <video ref={video} playsInline preload="auto" poster={auth?.lesson.cover ?? undefined} controlsList="nodownload" aria-label={auth?.lesson.title}><track kind="captions" /></video>
            {made ? <Stage session={made.session} port={made.port} lesson={state} stage={stage} video={video} onNext={goOn} /> : null}
          </div>
        </div>
        <CreditNote lesson={state} />
        <About lesson={state} />
      </div>
      {auth ? <Outline course_id={auth.course.id} lesson_id={lessonId} /> : null}
    </div>
  );
}
