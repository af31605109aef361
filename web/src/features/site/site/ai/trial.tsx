import { useState, type ReactNode } from 'react';
import aiWords from 'virtual:locale/site_ai';
import { scriptLevels, type ScriptLevel } from '@kaike/shared/domain/ai/scene-script';
import { Button } from '../../../../ui/button.tsx';
import { Card, Tag } from '../../../../ui/parts.tsx';
import { useCaptcha } from '../../../auth/login/public.ts';
import css from '../site.module.css';
import { TrialEnd } from './trial-end.tsx';
import { TrialTalk } from './trial-talk.tsx';
import { useTrial } from './use-trial.ts';
import ai from './ai.module.css';

/** A minute of a scene without an account: choose a level, solve the captcha, talk; then what members have more. */
export function Trial({ sceneId, children }: { sceneId: number; /** Shown before it begins. */ children: ReactNode }) {
  const t = aiWords.useT();
  const captcha = useCaptcha();
  const [level, setLevel] = useState<ScriptLevel>('A1');
  const trial = useTrial(sceneId);
  const { start, step, isBusy, isLost, begin } = trial;
  const open = async (): Promise<void> => {
    const verify = await captcha.verify();
    if (verify) await begin(level, verify);
  };
  const isOver = isLost || (step !== null && step.ended !== null);
  return (
    <Card className={ai['trial'] ?? ''}>
      <h2 className={css['sub']}>
        {t('site_ai.trial.title')} <Tag tone="outline">{t('site_ai.trial.scripted')}</Tag>
      </h2>
      {start && step ? <TrialTalk trial={trial} start={start} step={step} isOver={isOver} /> : null}
      {isOver && start ? <TrialEnd member={start.member} isLost={isLost} ended={step?.ended ?? null} /> : null}
      {!start || isOver ? (
        <>
          {start ? null : (
            <>
              <p className={css['quiet']}>{t('site_ai.trial.text')}</p>
              {children}
            </>
          )}
          <fieldset className={ai['levels']}>
            <legend>{t('site_ai.trial.level')}</legend>
            {scriptLevels.map((one) => (
              <label key={one}>
                <input type="radio" name="trial-level" checked={one === level} onChange={() => setLevel(one)} />
                {t(`site_ai.trial.levels.${one}`)}
              </label>
            ))}
          </fieldset>
          <Button look={start ? 'plain' : 'primary'} busy={isBusy} onClick={() => void open()}>
            {t(start ? 'site_ai.trial.again' : 'site_ai.trial.start')}
          </Button>
        </>
      ) : null}
      {captcha.dialog}
    </Card>
  );
}
