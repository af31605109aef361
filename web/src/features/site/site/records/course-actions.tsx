import { SupportLater } from '../../../../app/components/support-later.tsx';
import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { MyCourseDetail } from '@kaike/shared/contracts/catalog/courses';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { buttonClass } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { useCanBuy, useOfferFacts } from '../home/offers.tsx';
import css from './course-actions.module.css';

type Props = { detail: SiteCourseDetail; mine: MyCourseDetail | null };

/** Whether the member has full access now. */
export const hasFullAccess = (mine: MyCourseDetail | null | undefined): mine is MyCourseDetail =>
  mine?.access.state === 'owned' || mine?.access.state === 'free';

/** The lesson where a member continues or starts. */
function Study({ mine }: { mine: MyCourseDetail }) {
  const t = siteWords.useT();
  const { course, next } = mine;
  const isBegun = mine.chapters.some((chapter) => chapter.lessons.some((lesson) => lesson.last_at !== null));
  return (
    <>
      <Link
        className={buttonClass('primary')}
        to={next ? `/home/lessons/${next.lesson_id}` : `/home/courses/${course.id}`}
        {...(next ? { state: { type: next.type } } : {})}
      >
        {t(isBegun ? 'site.course.go_on' : 'site.course.study')}
      </Link>
      {isBegun ? (
        <Link className={buttonClass()} to={`/home/courses/${course.id}`}>
          {t('site.course.progress')}
        </Link>
      ) : null}
    </>
  );
}

/** Activating a card, and somebody to ask: icons on a phone. */
function OtherWays({ isOnlyWay }: { isOnlyWay: boolean }) {
  const t = siteWords.useT();
  return (
    <>
      <Link
        className={isOnlyWay ? buttonClass('primary') : `${buttonClass()} ${css['small']}`}
        to="/home/cards/use-card"
      >
        <Icon name="ticket" />
        {t('site.home.activate')}
      </Link>
      <span className={css['support']}>
        <SupportLater />
      </span>
    </>
  );
}

type OfferFacts = Parameters<ReturnType<typeof useOfferFacts>>[0];

/** To buy a product: its price, and on a phone, where nothing beside it says so, what is in it. */
function BuyLink({ product, to }: { product: OfferFacts; to: string }) {
  const t = siteWords.useT();
  const factsOf = useOfferFacts();
  return (
    <Link className={buttonClass('primary')} to={to}>
      <span className={css['buy']}>
        <b>
          {product.sale_price === 0
            ? t('site.product.get')
            : t('site.product.buy', { price: formatPrice(product.sale_price) })}
        </b>
        <small>{factsOf(product)}</small>
      </span>
    </Link>
  );
}

/** To buy where the school can be paid, or to activate. */
export function BuyBar({ product, to }: { product: OfferFacts | undefined; to: string }) {
  const t = siteWords.useT();
  const canBuy = useCanBuy();
  const isBuyable = product !== undefined && canBuy(product.sale_price);
  return (
    <div className={css['actions']}>
      {isBuyable ? <BuyLink product={product} to={to} /> : null}
      <OtherWays isOnlyWay={!isBuyable} />
      {product && !isBuyable ? <p className={css['note']}>{t('site.product.ask_school')}</p> : null}
    </div>
  );
}

/** The next action: study a free or owned course, else buy or activate. A visitor logs in on the way and arrives at the first lesson. */
export function CourseActions({ detail, mine }: Props) {
  const t = siteWords.useT();
  const {
    course,
    products: [cheapest],
  } = detail;
  const [first] = detail.chapters.flatMap((chapter) => chapter.lessons);
  if (hasFullAccess(mine))
    return (
      <div className={css['actions']}>
        <Study mine={mine} />
      </div>
    );
  if (course.is_free)
    return (
      <div className={css['actions']}>
        <Link
          className={buttonClass('primary')}
          to={first ? `/home/lessons/${first.id}` : `/home/courses/${course.id}`}
        >
          {t('site.course.study_free')}
        </Link>
      </div>
    );
  return <BuyBar product={cheapest} to={`/open/products/${cheapest?.id}`} />;
}
