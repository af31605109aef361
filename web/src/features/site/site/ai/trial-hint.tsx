import { useState } from 'react';
import aiWords from 'virtual:locale/site_ai';
import type { TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import { useChineseLang, useLocale } from '../../../../app/wording.ts';
import { Button } from '../../../../ui/button.tsx';
import css from '../site.module.css';

/** First what to say, then a good answer. */
export function TrialHint({ hint }: { hint: NonNullable<TrialStep['hint']> }) {
  const t = aiWords.useT();
  const isEnglish = useLocale() === 'en';
  const chinese = useChineseLang();
  const [step, setStep] = useState(0);
  return (
    <div aria-live="polite">
      {step > 0 ? <p>{isEnglish && hint.task_en ? hint.task_en : <span lang={chinese}>{hint.task}</span>}</p> : null}
      {step > 1 ? (
        <p>
          <span lang="en">{hint.model.en}</span>{' '}
          <span className={css['quiet']} lang={chinese}>
            {hint.model.zh}
          </span>
        </p>
      ) : (
        <Button look="ghost" onClick={() => setStep(step + 1)}>
          {t(step === 0 ? 'site_ai.trial.hint' : 'site_ai.trial.model')}
        </Button>
      )}
    </div>
  );
}
