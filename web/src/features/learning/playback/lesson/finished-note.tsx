import type { LessonAnswer } from '@kaike/shared/contracts/learning/lessons';
import { useT } from '../../../../app/wording.ts';
import { Tick } from '../../../../ui/paper/square.tsx';
import css from '../playback.module.css';

type Props = {
  isFinished: boolean;
  next: LessonAnswer['next'];
  /** Other lessons may be closed to this member. */
  isPreview: boolean;
};

/** Said once, in the visit that finished the lesson: done, and what is next. It interrupts nothing. */
export function FinishedNote({ isFinished, next, isPreview }: Props) {
  const t = useT();
  const following = next ? t('watching.up_next', { title: next.title }) : isPreview ? null : t('watching.all_done');
  return (
    <div role="status">
      {isFinished ? (
        <p className={css['finished']}>
          <Tick size={24} />
          <strong>{t('watching.finished')}</strong>
          {following === null ? null : <span>{following}</span>}
        </p>
      ) : null}
    </div>
  );
}
