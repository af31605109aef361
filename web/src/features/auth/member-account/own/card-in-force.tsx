import { Suspense } from 'react';
import { Link } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { OwnOverview } from '@kaike/shared/contracts/auth/account';
import { useSchoolName } from '../../../../app/config.ts';
import { useDates } from '../../../../app/dates.ts';
import { lazyIllustration } from '../../../../ui/cover/lazy-illustration.ts';
import css from './own.module.css';

const DrawnCard = lazyIllustration(({ CardFront }) => CardFront);

/** The card that a learner studies with, and until when. */
export function CardInForce({ card }: { card: NonNullable<OwnOverview['card']> }) {
  const t = accountWords.useT();
  const dates = useDates();
  const school = useSchoolName();
  const until = card.end_at ? t('account.own.until', { day: dates.day(card.end_at) }) : t('account.own.no_end');
  return (
    <Link className={css['card']} to="/home/cards">
      <span className="visually-hidden">{`${card.title} · ${until}`}</span>
      {card.cover ? (
        <>
          <img src={card.cover} alt="" />
          <span className={css['cardWords']} aria-hidden="true">
            <b>{card.title}</b>
            <span>{until}</span>
          </span>
        </>
      ) : (
        <Suspense fallback={null}>
          <DrawnCard title={card.title} school={school} line={until} serial={card.card_no} small={false} />
        </Suspense>
      )}
    </Link>
  );
}
