import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer, ReadingAnswer } from '@kaike/shared/contracts/learning/lessons';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { SupportLater } from '../../../../app/components/support-later.tsx';
import { Button, buttonClass } from '../../../../ui/button.tsx';
import type { IconName } from '../../../../ui/icon.tsx';
import { Card, EmptyState, Skeleton } from '../../../../ui/parts.tsx';
import { myCoursesKey, WaysIn } from '../../../catalog/courses/public.ts';
import { FinishedNote } from '../lesson/finished-note.tsx';
import { LessonHead } from '../lesson/lesson-head.tsx';
import { Neighbours } from '../lesson/neighbours.tsx';
import { ArticleText } from './article-text.tsx';
import { DocumentView } from './document-view.tsx';
import { ReadingNote } from './reading-note.tsx';
import type { ReadingSession, ReadingState } from './reading-session.ts';
import css from './reading.module.css';
import { useReading } from './use-reading.ts';

/** What prevents reading, and how to proceed. */
function Obstacle({ state, session, courseId }: { state: ReadingState; session: ReadingSession; courseId: number }) {
  const t = lessonWords.useT();
  const { phase, failure } = state;
  const toCourse = (
    <Link className={buttonClass('plain')} to={`/home/courses/${courseId}`}>
      {t('watching.to_course')}
    </Link>
  );
  const panel = (icon: IconName, title: string, text: string, act: React.ReactNode) => (
    <EmptyState
      icon={icon}
      title={title}
      text={text}
      action={
        <div className={css['fileActs']}>
          {act}
          {toCourse}
        </div>
      }
    />
  );
  if (phase !== 'failed') {
    const key = phase === 'elsewhere' ? 'elsewhere' : 'taken_over';
    return panel(
      'phone',
      t(`lesson.${key}_title`),
      t(`lesson.${key}_text`),
      <Button look="primary" onClick={() => void session.open(true)}>
        {t('lesson.continue_here')}
      </Button>,
    );
  }
  if (failure?.code === 'course.no_access' || failure?.code === 'access.not_activated') {
    return panel(
      'lock',
      t('watching.no_access_title'),
      failure.offer ? t('watching.buy_or_activate') : failure.message,
      <WaysIn offer={failure.offer} />,
    );
  }
  const isOffline = failure?.code === 'unreachable';
  return panel(
    isOffline ? 'offline' : 'alert',
    t(isOffline ? 'watching.unreachable_title' : 'lesson.cannot_title'),
    isOffline ? t('watching.unreachable_text') : (failure?.message ?? ''),
    <Button look="primary" onClick={() => void session.open()}>
      {t('common.retry')}
    </Button>,
  );
}

/** A document opened in another window counts while that window is in use. */
function useReadElsewhere(session: ReadingSession): () => void {
  const openedAt = useRef<number | null>(null);
  useEffect(() => {
    const onBack = (): void => {
      if (document.visibilityState !== 'visible' || openedAt.current === null) return;
      session.addAway((Date.now() - openedAt.current) / 1000);
      openedAt.current = null;
    };
    document.addEventListener('visibilitychange', onBack);
    return () => document.removeEventListener('visibilitychange', onBack);
  }, [session]);
  return () => {
    openedAt.current = Date.now();
  };
}

function Content({ answer, session, type }: { answer: ReadingAnswer; session: ReadingSession; type: number }) {
  const t = lessonWords.useT();
  const onEnd = useCallback(() => session.reachEnd(), [session]);
  const onOpen = useReadElsewhere(session);
  if (type === lessonType.article) return <ArticleText text={answer.content} onEnd={onEnd} />;
  if (!answer.document)
    return (
      <EmptyState
        icon="file-text"
        title={t('lesson.document_gone')}
        text={t('lesson.document_gone_text')}
        action={<SupportLater />}
      />
    );
  return <DocumentView document={answer.document} onOpen={onOpen} />;
}

/** An article or a document: its title, content, what is missing, and the next lesson. */
export function ReadingLesson({ facts }: { facts: LessonAnswer }) {
  const t = lessonWords.useT();
  const { lesson, course } = facts;
  const { session, state } = useReading(lesson.id);
  const { phase, answer, is_just_finished } = state;
  const client = useQueryClient();
  useEffect(() => {
    if (!is_just_finished) return;
    void client.invalidateQueries({ queryKey: myCoursesKey });
  }, [client, is_just_finished]);
  const isOpen = answer !== null && (phase === 'ready' || phase === 'taken_over');
  return (
    <>
      <LessonHead
        facts={facts}
        isFirst
        progress={
          answer && {
            percent: state.percent,
            is_done: state.completed_at !== null,
            is_new: is_just_finished,
            label: t('lesson.read_percent', { percent: state.percent }),
          }
        }
      />
      <Card className={css['sheet'] ?? ''}>
        {phase === 'loading' ? (
          <div aria-busy="true" className={css['waiting']}>
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton width="60%" />
          </div>
        ) : null}
        {isOpen ? <Content answer={answer} session={session} type={lesson.type} /> : null}
        {phase === 'elsewhere' || phase === 'taken_over' || phase === 'failed' ? (
          <Obstacle state={state} session={session} courseId={course.id} />
        ) : null}
      </Card>
      {isOpen ? (
        <div className={css['below']}>
          <ReadingNote state={state} type={lesson.type} onRead={() => session.reachEnd()} />
          <FinishedNote isFinished={is_just_finished} next={facts.next} isPreview={answer.is_preview} />
          {answer.is_preview ? (
            <div className={css['invite']}>
              <span>{t(answer.offer ? 'lesson.preview_note_buyable' : 'lesson.preview_note')}</span>
              <div className={css['fileActs']}>
                <WaysIn offer={answer.offer} />
              </div>
            </div>
          ) : null}
          <Neighbours facts={facts} isFinished={state.completed_at !== null} />
        </div>
      ) : null}
    </>
  );
}
