import accountWords from 'virtual:words/account';
import type { OwnSeal } from '@kaike/shared/contracts/account';
import { Seal } from '../../../ui/paper/seal.tsx';
import css from './own.module.css';

const shownSeals = 4;

/** What the learner has a seal for: filled when the school gave it, outlined when it was earned by regularity. */
export function OwnSeals({ seals }: { seals: readonly OwnSeal[] }) {
  const t = accountWords.useT();
  if (seals.length === 0) return null;
  const labelOf = ({ kind, days, title }: OwnSeal): string =>
    kind === 'course' ? title : t(`account.seals.labels.${kind}`, { days });
  return (
    <section>
      <div className={css['sealsHead']}>
        <h2>{t('account.seals.title')}</h2>
        {seals.length > shownSeals ? <span>{t('account.seals.count', { count: seals.length })}</span> : null}
      </div>
      <ul className={css['seals']}>
        {seals.slice(0, shownSeals).map((seal) => (
          <li key={labelOf(seal)}>
            <Seal
              words={t(`account.seals.words.${seal.kind === 'streak' ? `streak_${seal.days}` : seal.kind}`)}
              size={64}
              outlined={seal.kind === 'streak'}
            />
            <span>{labelOf(seal)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
