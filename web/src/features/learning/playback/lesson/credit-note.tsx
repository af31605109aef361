import { Icon, type IconName } from '../../../../ui/icon.tsx';
import { usePlayerTranslations } from '../audio-translations.ts';
import type { LessonState } from '../lesson-state.ts';
import css from '../playback.module.css';

/** Why playback is not counted, or not yet; null when it is. */
function reasonOf({ phase, is_offline, is_cut }: LessonState): { icon: IconName; key: string } | null {
  if (phase === 'taken_over' || phase === 'elsewhere') return { icon: 'phone', key: 'not_counted_here' };
  if (is_offline) return { icon: 'offline', key: 'offline' };
  return is_cut ? { icon: 'alert', key: 'cut' } : null;
}

/** Shown as soon as watching is not credited. */
export function CreditNote({ lesson }: { lesson: LessonState }) {
  const t = usePlayerTranslations();
  const reason = reasonOf(lesson);
  return (
    <div role="status" aria-live="polite">
      {reason ? (
        <p className={css['credit']}>
          <Icon name={reason.icon} size={18} />
          {t(`watching.${reason.key}`)}
        </p>
      ) : null}
    </div>
  );
}
