import { formatClock } from '@kaike/shared/kit/format';
import { Icon } from '../../ui/icon.tsx';
import { ProgressBar } from '../../ui/parts.tsx';
import { usePlayedT } from './heard.ts';
import type { LessonState } from './lesson-state.ts';
import css from './watching.module.css';

/** How far the learner is in the lesson, and what is missing until it counts as finished. */
export function LessonProgressNote({ lesson, complete_percent: completePercent }: { lesson: LessonState; complete_percent: number }) {
  const t = usePlayedT();
  const { percent, completed_at: completedAt, missing_sec: missingSec } = lesson;
  return (
    <div className={css['note']}>
      <ProgressBar percent={percent} label={t('watching.seen_percent', { percent })} />
      <p>
        <strong>{t('watching.seen_percent', { percent })}</strong>
        {completedAt ? <span className={css['done']}><Icon name="check" size={16} />{t('watching.done')}</span> : <span>{t('watching.missing', { time: formatClock(missingSec) })}</span>}
      </p>
      <p className={css['quiet']}><i className={css['legend']} aria-hidden="true" />{t('watching.legend')} {t('watching.rule', { percent: completePercent })}</p>
    </div>
  );
}
