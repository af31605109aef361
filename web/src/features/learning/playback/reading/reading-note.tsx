import lessonWords from 'virtual:locale/lesson';
import { lessonType } from '@kaike/shared/domain/catalog/courses/course-status';
import { formatSpan } from '@kaike/shared/kit/format';
import { useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { ProgressBar } from '../../../../ui/parts.tsx';
import page from '../playback.module.css';
import type { ReadingState } from './reading-session.ts';

/** What is missing until the lesson counts as finished, in one sentence. */
function missingKey({ missing_sec: seconds, is_end_reached: isEnd }: ReadingState, type: number): string {
  const kind = type === lessonType.document ? 'document' : 'article';
  if (seconds === 0) return isEnd ? 'lesson.confirming' : `lesson.missing_end.${kind}`;
  return isEnd ? 'lesson.missing_time' : `lesson.missing_both.${kind}`;
}

/** The reader's progress, and why the clock is paused when it is. */
export function ReadingNote({ state, type, onRead }: { state: ReadingState; type: number; onRead: () => void }) {
  const t = lessonWords.useT();
  const locale = useLocale();
  const { percent, completed_at, missing_sec: missing, is_end_reached: isEnd } = state;
  const asksForEnd = type === lessonType.document && completed_at === null && !isEnd;
  const isStill = completed_at === null && (state.is_offline || state.is_idle);
  return (
    <div className={page['reading']}>
      <ProgressBar percent={percent} label={t('lesson.read_percent', { percent })} />
      {completed_at ? (
        <p>
          <span className={page['done']}>
            <Icon name="check" size={16} />
            {t('lesson.done')}
          </span>
        </p>
      ) : (
        <p>{t(missingKey(state, type), { time: formatSpan(missing, locale) })}</p>
      )}
      <div role="status" aria-live="polite">
        {isStill ? <p className={page['quiet']}>{t(state.is_offline ? 'lesson.offline' : 'lesson.idle')}</p> : null}
      </div>
      {asksForEnd ? (
        <Button look={missing === 0 ? 'primary' : 'plain'} onClick={onRead}>
          {t('lesson.mark_read')}
        </Button>
      ) : null}
    </div>
  );
}
