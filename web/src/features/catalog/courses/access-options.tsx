import { Link } from 'react-router';
import type { CourseOffer } from '@kaike/shared/contracts/catalog/courses';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { useT } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';

/** Links to buy, if something is on sale, and to activate; the first is primary. The site has its own version: sharing one would add a file to every first visit. */
export function WaysIn({ offer }: { offer: CourseOffer | undefined }) {
  const t = useT();
  return (
    <>
      {offer ? (
        <Link className={buttonClass('primary')} to={`/open/products/${offer.id}`}>
          {offer.sale_price === 0
            ? t('courses.get', { title: offer.title })
            : t('courses.buy', { title: offer.title, price: formatPrice(offer.sale_price) })}
        </Link>
      ) : null}
      <Link className={buttonClass(offer ? 'plain' : 'primary')} to="/home/cards/use-card">
        {t('courses.activate')}
      </Link>
    </>
  );
}
