import { useT } from '../../app/wording.ts';
import css from './span-buttons.module.css';

/** Preset ranges of days; none is pressed when the range is another one. */
export function SpanButtons({
  spans,
  days,
  onChange,
}: {
  spans: readonly number[];
  days: number | null;
  onChange: (days: number) => void;
}) {
  const t = useT();
  return (
    <div role="group" aria-label={t('statistics.spans.label')} className={css['spans']}>
      {spans.map((span) => (
        <button key={span} type="button" aria-pressed={span === days} onClick={() => onChange(span)}>
          {t(`statistics.spans.${span}`)}
        </button>
      ))}
    </div>
  );
}
