import { Link } from 'react-router';
import type { CourseOffer } from '@kaike/shared/contracts/courses';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { useT } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';

/** Buying, where something is on sale, and activating; the first of them in front. */
export function WaysIn({ offer }: { offer: CourseOffer | undefined }) {
  const t = useT();
  return (
    <>
      {offer ? <Link className={buttonClass('primary')} to={`/open/products/${offer.id}`} title={offer.title}>{offer.sale_price === 0 ? t('courses.get') : t('courses.buy', { price: formatPrice(offer.sale_price) })}</Link> : null}
      <Link className={buttonClass(offer ? 'plain' : 'primary')} to="/home/cards/use-card">{t('courses.activate')}</Link>
    </>
  );
}
