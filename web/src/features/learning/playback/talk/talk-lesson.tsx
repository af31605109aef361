import { Link } from 'react-router';
import lessonWords from 'virtual:locale/lesson';
import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { buttonClass } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/parts.tsx';
import { LessonTalk, useLessonTalk } from '../../../ai/talk/public.ts';
import { WaysIn } from '../../../catalog/courses/public.ts';
import { describeFailure } from '../lesson/describe-failure.ts';
import { LessonHead } from '../lesson/lesson-head.tsx';
import { Neighbours } from '../lesson/neighbours.tsx';
import css from './talk-lesson.module.css';

function Obstacle({ error, courseId }: { error: unknown; courseId: number }) {
  const t = lessonWords.useT();
  const { code, message, offer = null } = describeFailure(error);
  const isLocked = code === 'course.no_access' || code === 'access.not_activated';
  return (
    <EmptyState
      icon={isLocked ? 'lock' : 'alert'}
      title={t(isLocked ? 'watching.no_access_title' : 'lesson.cannot_title')}
      text={isLocked && offer ? t('watching.buy_or_activate') : message}
      action={
        <div className={css['acts']}>
          {isLocked ? <WaysIn offer={offer} /> : null}
          <Link className={buttonClass('plain')} to={`/home/courses/${courseId}`}>
            {t('watching.to_course')}
          </Link>
        </div>
      }
    />
  );
}

/** A lesson that is a talk with the AI teacher: its title, the scene, and the lessons around it. */
export function TalkLesson({ facts }: { facts: LessonAnswer }) {
  const { data: talk } = useLessonTalk(facts.lesson.id);
  return (
    <>
      <LessonHead facts={facts} isFirst />
      <div className={css['body']}>
        <LessonTalk
          lessonId={facts.lesson.id}
          refused={(error) => <Obstacle error={error} courseId={facts.course.id} />}
        />
        <Neighbours facts={facts} isFinished={typeof talk?.completed_at === 'string'} />
      </div>
    </>
  );
}
