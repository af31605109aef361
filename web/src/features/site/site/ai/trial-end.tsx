import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import aiWords from 'virtual:locale/site_ai';
import type { TrialStart, TrialStep } from '@kaike/shared/contracts/ai/ai-trials';
import { buttonClass } from '../../../../ui/button.tsx';
import css from '../site.module.css';
import ai from './ai.module.css';

const secPerMinute = 60;

/** What comes after the minute: an account, and what it adds. */
export function TrialEnd({
  member: { scenes, daily_free_sec: free },
  isLost,
  ended,
}: {
  member: TrialStart['member'];
  isLost: boolean;
  ended: TrialStep['ended'];
}) {
  const t = aiWords.useT();
  const minutes = Math.floor(free / secPerMinute);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: 'center' }), []);
  return (
    <div className={ai['end']} role="status" ref={card}>
      <strong>{t(`site_ai.trial.${isLost ? 'lost' : ended === 'done' ? 'done' : 'over'}`)}</strong>
      <p>{t('site_ai.trial.gets')}</p>
      <ul>
        <li>{t('site_ai.trial.scenes', { count: scenes })}</li>
        <li>{t('site_ai.trial.words')}</li>
        <li>{t('site_ai.trial.report')}</li>
        {minutes > 0 ? <li>{t('site_ai.trial.minutes', { count: minutes })}</li> : null}
      </ul>
      <div className={css['actions']}>
        <Link className={buttonClass('primary')} to="/open/register">
          {t('site_ai.trial.register')}
        </Link>
      </div>
    </div>
  );
}
