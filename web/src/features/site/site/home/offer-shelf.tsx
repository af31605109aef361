import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteOffer } from '@kaike/shared/contracts/site/site';
import { BookCover } from '../../../../app/components/book-cover.tsx';
import { useDates } from '../../../../app/dates.ts';
import { Price } from '../records/cards.tsx';
import { Facts } from '../records/facts.tsx';
import { termOf } from './offers.tsx';
import css from '../site.module.css';

function OfferCard({ offer }: { offer: SiteOffer }) {
  const t = siteWords.useT();
  const term = termOf(t, useDates(), offer, 'short');
  const content =
    offer.course_count > 0
      ? t('site.product.courses', { count: offer.course_count })
      : t('site.product.minutes', { count: Math.floor(offer.ai_seconds / 60) });
  return (
    <li>
      <Link to={`/open/products/${offer.id}`} className={css['card']}>
        <BookCover title={offer.title} cover={offer.cover} facts={term} />
        <span className={css['cardText']}>
          <strong>{offer.title}</strong>
          <span className={css['quiet']}>
            <Facts facts={[content, term]} />
          </span>
          <Price {...offer} />
        </span>
      </Link>
    </li>
  );
}

/** Products as books side by side: swiped on a phone, a grid on a desktop. */
export function OfferShelf({ offers }: { offers: readonly SiteOffer[] }) {
  return (
    <ul className={`${css['shelf']} ${css['books']}`}>
      {offers.map((offer) => (
        <OfferCard key={offer.id} offer={offer} />
      ))}
    </ul>
  );
}
