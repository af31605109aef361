import { useState } from 'react';
import talkWords from 'virtual:locale/talk';
import * as aiMessages from '@kaike/shared/contracts/ai/ai-messages';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../../api/client.ts';
import { useChineseLang, useLocale } from '../../../../app/wording.ts';
import { Chinese } from '../chinese.tsx';
import { toastError } from '../toast-error.ts';
import { pageLease } from '../session/page-lease.ts';
import css from '../talk.module.css';

type Hint = ResponseOf<typeof aiMessages.getHint>;

/** In the reader's language, where the scene has it. */
function Task({ hint: { task, task_en: english } }: { hint: Hint }) {
  const isEnglish = useLocale() === 'en' && english !== '';
  const chinese = useChineseLang();
  return isEnglish ? <span lang="en">{english}</span> : <span lang={chinese}>{task}</span>;
}

/** A hint in two steps: first what to say, then how. */
export function HintBox({ messageId: id, onUse }: { messageId: number; onUse: (text: string) => void }) {
  const t = talkWords.useT();
  const [hint, setHint] = useState<Hint | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const open = async (): Promise<void> => {
    setIsBusy(true);
    try {
      setHint(await call(aiMessages.getHint, { params: { id }, body: { lease: pageLease() }, quiet: true }));
    } catch (error) {
      toastError(error);
    } finally {
      setIsBusy(false);
    }
  };
  if (!hint)
    return (
      <button type="button" className={css['tool']} aria-busy={isBusy} disabled={isBusy} onClick={() => void open()}>
        {t('talk.hint.open')}
      </button>
    );
  return (
    <div className={css['hint']} role="status">
      <p>
        <span className={css['meta']}>{t('talk.hint.task')}</span> <Task hint={hint} />
      </p>
      {isShown ? (
        <p>
          <strong lang="en">{hint.model.en}</strong> <Chinese look="meta">{hint.model.zh}</Chinese>{' '}
          <button type="button" className={css['tool']} onClick={() => onUse(hint.model.en)}>
            {t('talk.hint.use')}
          </button>
        </p>
      ) : (
        <button type="button" className={css['tool']} onClick={() => setIsShown(true)}>
          {t('talk.hint.show')}
        </button>
      )}
    </div>
  );
}
