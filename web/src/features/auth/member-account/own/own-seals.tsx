import { useState } from 'react';
import accountWords from 'virtual:locale/account';
import type { OwnSeal } from '@kaike/shared/contracts/auth/account';
import { sealedStreaks } from '@kaike/shared/domain/learning/seals';
import { Button } from '../../../../ui/button.tsx';
import { Seal } from '../../../../ui/paper/seal.tsx';
import css from './own.module.css';

/** With the next one's place, a row on a phone. */
const shownSeals = 3;

/** The seal that studying on earns next; a course's comes with its certificate. */
function nextOf(seals: readonly OwnSeal[]): OwnSeal | undefined {
  const has = (kind: OwnSeal['kind'], days: number): boolean =>
    seals.some((seal) => seal.kind === kind && seal.days === days);
  if (!has('first', 0)) return { kind: 'first', days: 0, title: '' };
  const days = sealedStreaks.find((one) => !has('streak', one));
  return days === undefined ? undefined : { kind: 'streak', days, title: '' };
}

/** What the learner has a seal for: filled when the school gave it, outlined when it was earned by regularity. The next one has an empty place. */
export function OwnSeals({ seals }: { seals: readonly OwnSeal[] }) {
  const t = accountWords.useT();
  const [showsAll, setShowsAll] = useState(false);
  const next = nextOf(seals);
  const labelOf = ({ kind, days, title }: OwnSeal): string =>
    kind === 'course' ? title : t(`account.seals.labels.${kind}`, { days });
  return (
    <section>
      <div className={css['sealsHead']}>
        <h2>{t('account.seals.title')}</h2>
        {seals.length > shownSeals ? (
          <Button look="ghost" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {t(`account.seals.${showsAll ? 'fewer' : 'all'}`, { count: seals.length })}
          </Button>
        ) : null}
      </div>
      <ul className={css['seals']}>
        {(showsAll ? seals : seals.slice(0, shownSeals)).map((seal, place) => (
          <li key={place}>
            <Seal
              words={t(`account.seals.words.${seal.kind === 'streak' ? `streak_${seal.days}` : seal.kind}`)}
              size={64}
              outlined={seal.kind === 'streak'}
            />
            <span>{labelOf(seal)}</span>
          </li>
        ))}
        {next ? (
          <li>
            <span className={css['next']} />
            <span>{t('account.seals.next', { label: labelOf(next) })}</span>
          </li>
        ) : null}
      </ul>
    </section>
  );
}
