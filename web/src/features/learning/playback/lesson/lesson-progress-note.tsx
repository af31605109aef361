import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { usePlayerTranslations } from '../audio-translations.ts';
import type { LessonState } from '../lesson-state.ts';
import css from '../playback.module.css';
import { firstGap } from './first-gap.ts';

/** Whether a part was left out before the last one that was seen. */
function hasGap(seen: LessonState['seen'], duration: number): boolean {
  const gap = firstGap(seen, duration);
  return gap !== null && seen.some(([from = 0]) => from > gap);
}

/** What is missing until the lesson counts as finished, with the way to a part that was left out. */
export function LessonProgressNote({
  lesson,
  durationSec: duration,
  fillGap,
}: {
  lesson: LessonState;
  durationSec: number;
  fillGap: (() => void) | null;
}) {
  const t = usePlayerTranslations();
  const locale = useLocale();
  const { completed_at, missing_sec, phase, seen } = lesson;
  if (completed_at !== null) return null;
  const canFill = (phase === 'ready' || phase === 'finished') && hasGap(seen, duration);
  return (
    <p className={css['note']}>
      <span>{t('watching.missing', { time: formatSpan(missing_sec, locale) })}</span>
      {fillGap && canFill ? (
        <button type="button" className={css['fill']} onClick={fillGap}>
          {t('watching.fill_gap')}
          <Icon name="right" size={16} />
        </button>
      ) : null}
    </p>
  );
}
