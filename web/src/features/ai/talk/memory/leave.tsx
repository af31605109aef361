import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import memoryWords from 'virtual:locale/memory';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { Memories } from '@kaike/shared/contracts/ai/ai-memories';
import * as aiMemories from '@kaike/shared/contracts/ai/ai-memories';
import { call } from '../../../../api/client.ts';
import { useDates } from '../../../../app/dates.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import { toastError } from '../toast-error.ts';
import { memoriesKey } from './memory.queries.ts';
import css from '../talk.module.css';

type Step = 'erase' | 'withdraw';

const erase = () => call(aiMemories.deleteAllMemories, { quiet: true });
const withdraw = () => call(aiHearing.updateConsent, { body: { purpose: 'memory', is_agreed: false }, quiet: true });

/** Takes the consent back, with or without what is remembered, and erases everything. */
export function Leave({ data: { memories, granted_at: granted } }: { data: Memories }) {
  const t = memoryWords.useT();
  const dates = useDates();
  const client = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const count = memories.length;
  const run = async (message: string, ...requests: (() => Promise<unknown>)[]): Promise<void> => {
    setIsBusy(true);
    try {
      for (const request of requests) await request();
      toast('success', t(message));
      setStep(null);
    } catch (error) {
      toastError(error);
    }
    await client.invalidateQueries({ queryKey: memoriesKey });
    setIsBusy(false);
  };
  const close = (): void => setStep(null);
  return (
    <section className={css['stack']}>
      {granted === null ? null : <p className={css['meta']}>{t('memory.since', { time: dates.day(granted) })}</p>}
      <div className={css['row']}>
        {granted === null ? null : <Button onClick={() => setStep('withdraw')}>{t('memory.withdraw')}</Button>}
        {count === 0 ? null : <Button onClick={() => setStep('erase')}>{t('memory.erase')}</Button>}
      </div>
      <Sheet
        open={step === 'erase'}
        title={t('memory.erase_title')}
        onClose={close}
        bottom
        closeLabel={t('memory.close')}
      >
        <p>{t('memory.erase_text', { count })}</p>
        <div className={css['row']}>
          <Button onClick={close}>{t('memory.cancel')}</Button>
          <Button look="danger" busy={isBusy} onClick={() => void run('memory.erased', erase)}>
            {t('memory.erase_confirm')}
          </Button>
        </div>
      </Sheet>
      <Sheet
        open={step === 'withdraw'}
        title={t('memory.withdraw_title')}
        onClose={close}
        bottom
        closeLabel={t('memory.close')}
      >
        <p>{count > 0 ? t('memory.withdraw_text', { count }) : t('memory.withdraw_none')}</p>
        <div className={css['row']}>
          <Button busy={isBusy} onClick={() => void run('memory.withdrawn', withdraw)}>
            {t(count > 0 ? 'memory.withdraw_keep' : 'memory.withdraw_only')}
          </Button>
          {count > 0 ? (
            <Button look="danger" busy={isBusy} onClick={() => void run('memory.withdrawn', withdraw, erase)}>
              {t('memory.withdraw_erase')}
            </Button>
          ) : null}
        </div>
      </Sheet>
    </section>
  );
}
