import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import talkWords from 'virtual:locale/talk';
import * as aiHearing from '@kaike/shared/contracts/ai/ai-hearing';
import type { TalkSettings } from '@kaike/shared/contracts/ai/ai-talk';
import { useDates } from '../../../../app/dates.ts';
import { call } from '../../../../api/client.ts';
import { toast } from '../../../../app/toasts.ts';
import { Button } from '../../../../ui/button.tsx';
import { settingsKey } from '../talk.queries.ts';
import css from '../talk.module.css';

/** What the learner agreed to about recordings, and how to take it back. */
export function VoiceConsent({ consent }: { consent: NonNullable<TalkSettings['voice_consent']> }) {
  const dates = useDates();
  const t = talkWords.useT();
  const client = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const withdraw = async (): Promise<void> => {
    setIsBusy(true);
    const isDone = await call(aiHearing.updateConsent, { body: { is_agreed: false } }).then(
      () => true,
      () => false,
    );
    if (isDone) toast('success', t('talk.voice.withdrawn'));
    await client.invalidateQueries({ queryKey: settingsKey });
    setIsBusy(false);
  };
  return (
    <section>
      <h2>{t('talk.voice.own')}</h2>
      <p className={css['meta']}>
        {t('talk.voice.agreed', { name: consent.name, time: dates.day(consent.granted_at) })}
      </p>
      <Button disabled={isBusy} onClick={() => void withdraw()}>
        {t('talk.voice.withdraw')}
      </Button>
    </section>
  );
}
