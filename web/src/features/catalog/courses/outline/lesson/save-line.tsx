import { formatDateTime } from '@kaike/shared/kit/format';
import { useT } from '../../../../../app/wording.ts';
import type { Autosave, SaveState } from '../../../../../kit/form/use-autosave.ts';
import { Button } from '../../../../../kit/widgets.ts';
import type { LessonValues } from './lesson-fields.tsx';
import css from '../outline.module.css';

const keys: Readonly<Record<SaveState, string>> = {
  saved: 'outline.autosave.saved_at',
  waiting: 'outline.autosave.waiting',
  saving: 'outline.autosave.saving',
  invalid: 'outline.autosave.invalid',
  failed: 'outline.autosave.failed',
};

/** Whether what is typed has been stored, with a retry and an undo. */
export function SaveLine({ state, saved_at, save, undo }: Autosave<LessonValues>) {
  const t = useT();
  const isBad = state === 'failed' || state === 'invalid';
  const text =
    state !== 'saved'
      ? t(keys[state])
      : saved_at
        ? t('outline.autosave.saved_at', { time: formatDateTime(saved_at).slice(11, 16) })
        : t('outline.autosave.by_itself');
  return (
    <div className={css['saveLine']}>
      <span role="status" className={isBad ? css['unsaved'] : 'kk-muted'} data-state={state}>
        {text}
      </span>
      {state === 'failed' ? (
        <Button size="small" onClick={save}>
          {t('outline.autosave.retry')}
        </Button>
      ) : null}
      <Button size="small" type="text" disabled={undo === null} onClick={() => undo?.()}>
        {t('kit.undo')}
      </Button>
    </div>
  );
}
