import { useState } from 'react';
import trialWords from 'virtual:locale/ai_admin';
import { useLocale } from '../../../app/wording.ts';
import { Button } from '../../../kit/widgets.ts';
import css from './trial-panel.module.css';
import type { TemplateTrial } from './use-trial.ts';

/** First what to say, then a good answer. */
export function TrialHint({ hint }: { hint: NonNullable<TemplateTrial['hint']> }) {
  const t = trialWords.useT();
  const isEnglish = useLocale() === 'en';
  const [step, setStep] = useState(0);
  return (
    <div className={css['hint']} aria-live="polite">
      {step > 0 ? <p>{(isEnglish && hint.task_en) || hint.task}</p> : null}
      {step > 1 ? (
        <p>
          <span lang="en">{hint.model.en}</span> <span className="kk-muted">{hint.model.zh}</span>
        </p>
      ) : (
        <Button type="link" onClick={() => setStep(step + 1)}>
          {t(`ai_admin.trial.${step === 0 ? 'hint' : 'model'}`)}
        </Button>
      )}
    </div>
  );
}
