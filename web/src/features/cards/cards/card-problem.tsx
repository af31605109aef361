import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../app/wording.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import css from './cards.module.css';
import type { Problem } from './use-activation.ts';

const HelpWays = lazy(async () => ({ default: (await import('../../../app/components/help-ways.tsx')).HelpWays }));

type Props = {
  problem: Problem;
  onRetry: () => void;
  onAgain: () => void;
  onVerify: () => void;
  onRecheck: (() => void) | null;
};

const retryable = ['network', 'server.busy', 'server.internal', 'request.too_many', 'unknown'];

/** What went wrong with a card, and how to proceed. */
export function CardProblem({ problem, onRetry, onAgain, onVerify, onRecheck }: Props) {
  const t = useT();
  const { code, message } = problem;
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed may be a screen below.
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <div ref={place} className={css['problem']} role="alert">
      <Icon name="alert" />
      <div>
        <p>{code === 'network' ? t('cards.problem.network') : message}</p>
        <div className={css['ways']}>
          {code === 'card.verify_required' || code === 'auth.captcha_failed' ? (
            <Button look="primary" onClick={onVerify}>
              {t('cards.problem.verify')}
            </Button>
          ) : null}
          {retryable.includes(code) ? (
            <Button look="primary" onClick={onRetry}>
              {t('cards.problem.retry')}
            </Button>
          ) : null}
          {code === 'card.already_yours' ? (
            <Link className={buttonClass('primary')} to="/home/courses">
              {t('cards.problem.learn')}
            </Link>
          ) : null}
          {code === 'card.changed' && onRecheck ? (
            <Button look="primary" onClick={onRecheck}>
              {t('cards.problem.recheck')}
            </Button>
          ) : null}
          <Button onClick={onAgain}>{t('cards.problem.again')}</Button>
          <Suspense fallback={null}>
            <HelpWays topic="cards" />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
