import type { LessonAnswer } from '@kaike/shared/contracts/lessons';
import { useT } from '../../../app/wording.ts';
import css from '../watching.module.css';

/** Said once, in the visit that finished the lesson: done, and what is next. It interrupts nothing. */
export function FinishedNote({ isFinished, next }: { isFinished: boolean; next: LessonAnswer['next'] }) {
  const t = useT();
  return (
    <div role="status">
      {isFinished ? (
        <p className={css['finished']}>
          <strong>{t('watching.finished')}</strong>
          <span>{next ? t('watching.up_next', { title: next.title }) : t('watching.last_lesson')}</span>
        </p>
      ) : null}
    </div>
  );
}
