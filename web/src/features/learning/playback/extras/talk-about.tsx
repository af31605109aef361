import { lazy, Suspense, useState } from 'react';
import lessonWords from 'virtual:locale/lesson';
import { loadChunk } from '../../../../app/loading/load-chunk.ts';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState, Skeleton } from '../../../../ui/parts.tsx';
import { describeFailure } from '../lesson/describe-failure.ts';
import css from './extras.module.css';

const LessonTalk = lazy(async () => ({
  default: (await loadChunk(() => import('../../../ai/talk/public.ts'))).LessonTalk,
}));

/** A way to talk about the lesson with the AI teacher; what it takes loads when it is opened. */
export function TalkAbout({ lessonId }: { lessonId: number }) {
  const t = lessonWords.useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section>
      <h2 className={css['title']}>{t('lesson.review_title')}</h2>
      {isOpen ? (
        <Suspense fallback={<Skeleton height={320} />}>
          <LessonTalk
            lessonId={lessonId}
            refused={(error) => (
              <EmptyState icon="alert" title={t('lesson.cannot_title')} text={describeFailure(error).message} />
            )}
          />
        </Suspense>
      ) : (
        <Button onClick={() => setIsOpen(true)}>{t('lesson.review_open')}</Button>
      )}
    </section>
  );
}
