import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ProgressBar } from '../../../ui/parts.tsx';
import { usePlayedT } from '../heard.ts';
import type { LessonState } from '../lesson-state.ts';
import css from '../watching.module.css';

/** What is missing, with a link to it. */
function Missing({ time, fillGap }: { time: string; fillGap: (() => void) | null }) {
  const t = usePlayedT();
  const text = t('watching.missing', { time });
  return fillGap ? (
    <button type="button" className={css['fill']} onClick={fillGap}>
      {text}
      <Icon name="right" size={16} />
    </button>
  ) : (
    <span>{text}</span>
  );
}

/** How far the member is in the lesson, and what is missing until it counts as finished. */
export function LessonProgressNote({
  lesson,
  complete_percent: completePercent,
  fillGap,
}: {
  lesson: LessonState;
  complete_percent: number;
  fillGap: (() => void) | null;
}) {
  const t = usePlayedT();
  const locale = useLocale();
  const { percent, completed_at: completedAt, missing_sec: missingSec } = lesson;
  return (
    <div className={css['note']}>
      <ProgressBar percent={percent} label={t('watching.seen_percent', { percent })} />
      <p>
        <strong>{t('watching.seen_percent', { percent })}</strong>
        {completedAt ? (
          <span className={css['done']}>
            <Icon name="check" size={16} />
            {t('watching.done')}
          </span>
        ) : (
          <Missing
            time={formatSpan(missingSec, locale)}
            fillGap={lesson.phase === 'ready' || lesson.phase === 'finished' ? fillGap : null}
          />
        )}
      </p>
      <p className={css['quiet']}>
        <i className={css['legend']} aria-hidden="true" />
        {t('watching.legend')} · {t('watching.rule', { percent: completePercent })}
      </p>
    </div>
  );
}
