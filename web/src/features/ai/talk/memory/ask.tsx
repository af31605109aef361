import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import memoryWords from 'virtual:locale/memory';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { Memories } from '@kaike/shared/contracts/ai/ai-memories';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { toastError } from '../toast-error.ts';
import { memoriesKey } from './memory.queries.ts';
import css from '../talk.module.css';

/** Asks for consent: who receives what, what for, and how to take it back. Nothing is chosen beforehand. */
export function MemoryAsk({ data: { recipient, name, granted_at: granted } }: { data: Memories }) {
  const t = memoryWords.useT();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const service = name ?? t('memory.service');
  const answer = async (isAgreed: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      const body = { purpose: 'memory', recipient: recipient ?? '', is_agreed: isAgreed } as const;
      await call(aiHearing.updateConsent, { body, quiet: true });
      toast('success', t(isAgreed ? 'memory.agreed' : 'memory.refused'));
    } catch (error) {
      toastError(error);
    }
    await client.invalidateQueries({ queryKey: memoriesKey });
    setIsBusy(false);
  };
  return (
    <section className={css['lifted']}>
      <h2>{t('memory.ask')}</h2>
      {granted === null ? null : <p>{t('memory.ask_changed', { name: service })}</p>}
      <p>{t('memory.ask_text', { name: service })}</p>
      <p className={css['meta']}>{t('memory.ask_note')}</p>
      <div className={css['row']}>
        <Button look="primary" disabled={isBusy} onClick={() => void answer(true)}>
          {t('memory.agree')}
        </Button>
        <Button disabled={isBusy} onClick={() => void answer(false)}>
          {t('memory.refuse')}
        </Button>
      </div>
    </section>
  );
}
