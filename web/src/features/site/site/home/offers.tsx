import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { termMode } from '@kaike/shared/domain/commerce/product-status';
import { formatPrice } from '@kaike/shared/kit/format-price';
import type { Translate } from '@kaike/shared/kit/wording';
import { useCanPay } from '../../../../app/config.ts';
import { useDates, type Dates } from '../../../../app/dates.ts';
import { buttonClass } from '../../../../ui/button.tsx';
import { Sheet } from '../../../../ui/sheet.tsx';
import css from '../site.module.css';

type SiteProductOffer = SiteCourseDetail['products'][number];
type Term = Pick<SiteProductOffer, 'term_mode' | 'term_value' | 'fixed_end_at'>;

/** Whether something at a price can be had now: what is free always, anything else where the school can be paid; assumed until the config has loaded. */
export function useCanBuy(): (price: number) => boolean {
  const canPay = useCanPay();
  return (price) => canPay || price === 0;
}

/** How long access lasts after the purchase. */
export function termOf(
  t: Translate,
  { day }: Dates,
  { term_mode: mode, term_value: count, fixed_end_at: end }: Term,
  length: 'long' | 'short' = 'long',
): string {
  const words = length === 'short' ? 'site.product.short' : 'site.product';
  if (mode === termMode.days) return t(`${words}.days`, { count });
  if (mode === termMode.months) return t(`${words}.months`, { count });
  return mode === termMode.fixed_end ? t('site.product.until', { day: day(end) }) : t('site.product.forever');
}

/** A product's summary in one line: what is in it, for how long, and until when it can be returned. */
export function useOfferFacts(): (
  offer: Term & Pick<SiteProductOffer, 'course_count' | 'refund_days' | 'sale_price'>,
) => string {
  const t = siteWords.useT();
  const dates = useDates();
  const canBuy = useCanBuy();
  return (offer) =>
    [
      offer.course_count > 0 ? t('site.product.courses', { count: offer.course_count }) : '',
      termOf(t, dates, offer, 'short'),
      offer.refund_days > 0 && canBuy(offer.sale_price)
        ? t('site.product.short.refund', { days: offer.refund_days })
        : '',
    ]
      .filter(Boolean)
      .join(' · ');
}

/** Links to buy and to activate, the first one primary. Visitors see the product page before logging in. */
export function WaysIn({
  products: [cheapest],
  replace = false,
}: {
  products: readonly SiteProductOffer[];
  /** In a sheet: the links replace its history entry. */ replace?: boolean;
}) {
  const t = siteWords.useT();
  const canBuy = useCanBuy();
  const offer = cheapest && canBuy(cheapest.sale_price) ? cheapest : null;
  return (
    <>
      {offer ? (
        <Link className={buttonClass('primary')} replace={replace} to={`/open/products/${offer.id}`}>
          {offer.sale_price === 0
            ? t('site.course.get', { title: offer.title })
            : t('site.course.buy', { title: offer.title, price: formatPrice(offer.sale_price) })}
        </Link>
      ) : null}
      <Link className={buttonClass(offer ? 'plain' : 'primary')} replace={replace} to="/home/cards/use-card">
        {t('site.home.activate')}
      </Link>
    </>
  );
}

/** Why a lesson does not open, with links to buy and to activate. */
export function Unlock({
  lesson,
  products,
  close,
}: {
  lesson: string;
  products: readonly SiteProductOffer[];
  close: () => void;
}) {
  const t = siteWords.useT();
  const canBuy = useCanBuy();
  const isBuyable = products.some(({ sale_price: price }) => canBuy(price));
  return (
    <Sheet open bottom title={lesson} onClose={close} closeLabel={t('site.course.close')}>
      <p>{t(isBuyable ? 'site.course.unlock' : 'site.course.unlock_card')}</p>
      <div className={`${css['actions']} ${css['unlock']}`}>
        <WaysIn products={products} replace />
      </div>
    </Sheet>
  );
}
