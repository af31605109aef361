import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:words/site';
import { getSiteProduct, type SiteProduct } from '@kaike/shared/contracts/site';
import { formatSpan } from '@kaike/shared/kit/format';
import { formatPrice } from '@kaike/shared/kit/format-price';
import { call } from '../../api/client.ts';
import { BookCover } from '../../app/components/book-cover.tsx';
import { Cover } from '../../app/components/cover.tsx';
import { Paragraphs } from '../../app/components/rich-text.tsx';
import { useDates } from '../../app/dates.ts';
import { useTitle } from '../../app/use-title.ts';
import { useLocale } from '../../app/wording.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/parts.tsx';
import { termOf } from './home/offers.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';

function Head({ shown: { product, courses } }: { shown: SiteProduct }) {
  const t = siteWords.useT();
  const dates = useDates();
  const facts = [
    courses.length > 0 ? t('site.product.courses', { count: courses.length }) : '',
    termOf(t, dates, product),
  ].filter(Boolean);
  return (
    <Card className={css['productHead'] ?? ''}>
      <BookCover title={product.title} cover={product.cover} facts={facts.join(' · ')} eager />
      <div className={css['courseText']}>
        <h1 className={css['title']}>{product.title}</h1>
        <p>{facts.join(' · ')}</p>
        <p className={css['quiet']}>
          {product.refund_days > 0
            ? t('site.product.refund', { days: product.refund_days })
            : t('site.product.no_refund')}
        </p>
        <span className={css['price']}>
          <b>{product.sale_price === 0 ? t('site.card.free') : formatPrice(product.sale_price)}</b>
          {product.list_price > product.sale_price ? (
            <s>
              <span className="visually-hidden">{t('site.course.list_price', { price: '' })}</span>
              {formatPrice(product.list_price)}
            </s>
          ) : null}
        </span>
        <div className={css['actions']}>
          <Link className={buttonClass('primary')} to={`/home/products/${product.id}`}>
            {product.sale_price === 0
              ? t('site.product.get')
              : t('site.product.buy', { price: formatPrice(product.sale_price) })}
          </Link>
          <Link className={buttonClass()} to="/home/cards/use-card">
            {t('site.home.activate')}
          </Link>
        </div>
      </div>
    </Card>
  );
}

function Contents({ shown: { product, courses } }: { shown: SiteProduct }) {
  const t = siteWords.useT();
  const locale = useLocale();
  return (
    <Card>
      <h2 className={css['sub']}>{t('site.product.contents')}</h2>
      <ul className={css['people']}>
        {courses.map((course) => {
          const text = (
            <span className={css['offer']}>
              <strong>{course.title}</strong>
              <span className={css['quiet']}>
                {[t('site.card.lessons', { count: course.lesson_count }), formatSpan(course.duration_sec, locale)].join(
                  ' · ',
                )}
              </span>
            </span>
          );
          return (
            <li key={course.id}>
              {course.is_public ? (
                <Link to={`/open/courses/${course.id}`}>
                  <span className={css['thumb']}>
                    <Cover {...course} small />
                  </span>
                  {text}
                  <Icon name="right" size={18} />
                </Link>
              ) : (
                text
              )}
            </li>
          );
        })}
        {product.ai_seconds > 0 ? (
          <li>
            <span className={css['offer']}>
              <strong>{t('site.product.ai')}</strong>
              <span className={css['quiet']}>
                {t('site.product.minutes', { count: Math.floor(product.ai_seconds / 60) })}
              </span>
            </span>
          </li>
        ) : null}
      </ul>
    </Card>
  );
}

/** A product as a visitor sees it: content, duration and refund terms. */
export function ProductPage() {
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(getSiteProduct, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data ? data.product.title : t('site.product.page'));
  return (
    <SiteFrame>
      <RecordStates
        state={state}
        missing={{
          title: t('site.product.gone'),
          text: t('site.course.gone_text'),
          action: (
            <Link className={buttonClass('primary')} to="/open/courses">
              {t('site.courses.show_all')}
            </Link>
          ),
        }}
        skeleton={[280, 320]}
      >
        {(offer) => (
          <>
            <Head shown={offer} />
            <Contents shown={offer} />
            {offer.product.intro ? (
              <Card>
                <h2 className={css['sub']}>{t('site.product.about')}</h2>
                <Paragraphs text={offer.product.intro} />
              </Card>
            ) : null}
          </>
        )}
      </RecordStates>
    </SiteFrame>
  );
}
