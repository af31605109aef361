import { useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteProduct } from '@kaike/shared/contracts/site/site';
import * as site from '@kaike/shared/contracts/site/site';
import { formatSum } from '@kaike/shared/kit/dates/format-when';
import { call } from '../../../api/client.ts';
import { BookCover } from '../../../app/components/book-cover.tsx';
import { Cover } from '../../../app/components/cover.tsx';
import { Paragraphs } from '../../../app/components/rich-text.tsx';
import { useDates } from '../../../app/dates.ts';
import { useTitle } from '../../../app/use-title.ts';
import { useLocale } from '../../../app/wording.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Section } from './course/course-sections.tsx';
import { termOf, useCanBuy } from './home/offers.tsx';
import { Price } from './records/cards.tsx';
import { BuyBar } from './records/course-actions.tsx';
import { Facts } from './records/facts.tsx';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';
import { SiteFrame } from './site-frame.tsx';
import css from './course/course.module.css';

type Props = { product: SiteProduct };

function Head({ product: { product, courses } }: Props) {
  const t = siteWords.useT();
  const dates = useDates();
  const term = termOf(t, dates, product);
  const content = courses.length > 0 ? t('site.product.courses', { count: courses.length }) : '';
  const shortTerm = termOf(t, dates, product, 'short');
  return (
    <header className={css['productHead']}>
      <BookCover title={product.title} cover={product.cover} facts={shortTerm} eager />
      <div className={css['words']}>
        <h1>{product.title}</h1>
        <p className={css['facts']}>
          <Facts facts={[content, term]} />
        </p>
        <div className={css['sum']}>
          <Price {...product} />
        </div>
        <div className={css['bar']} data-bar="">
          <BuyBar product={{ ...product, course_count: courses.length }} to={`/home/products/${product.id}`} />
        </div>
      </div>
    </header>
  );
}

function Contents({ product: { product, courses } }: Props) {
  const t = siteWords.useT();
  const locale = useLocale();
  return (
    <Section id="contents" title={t('site.product.contents')}>
      <ul className={css['rows']}>
        {courses.map((course) => {
          const text = (
            <>
              <span className={css['thumb']}>
                <Cover {...course} small />
              </span>
              <span className={css['rowText']}>
                <strong>{course.title}</strong>
                <small>
                  {[
                    t('site.card.lessons', { count: course.lesson_count }),
                    formatSum(course.duration_sec, locale),
                  ].join(' · ')}
                </small>
              </span>
            </>
          );
          return (
            <li key={course.id}>
              {course.is_public ? (
                <Link to={`/open/courses/${course.id}`}>
                  {text}
                  <Icon name="right" size={18} />
                </Link>
              ) : (
                <span>{text}</span>
              )}
            </li>
          );
        })}
        {product.ai_seconds > 0 ? (
          <li>
            <span>
              <span className={css['rowText']}>
                <strong>{t('site.product.ai')}</strong>
                <small>{t('site.product.minutes', { count: Math.floor(product.ai_seconds / 60) })}</small>
              </span>
            </span>
          </li>
        ) : null}
      </ul>
    </Section>
  );
}

/** What holds after the purchase, to be read before a number is left here. */
function Rules({ product: { product } }: Props) {
  const t = siteWords.useT();
  const dates = useDates();
  const canBuy = useCanBuy();
  const isBuyable = canBuy(product.sale_price);
  const rules = [
    [
      'term',
      t(isBuyable ? 'site.product.rules.begin' : 'site.product.rules.begin_card', { term: termOf(t, dates, product) }),
    ],
    ...(isBuyable
      ? [
          [
            'refund',
            product.refund_days > 0
              ? t('site.product.rules.refund', { days: product.refund_days })
              : t('site.product.no_refund'),
          ] as const,
        ]
      : []),
  ] as const;
  return (
    <Section id="rules" title={t(isBuyable ? 'site.product.rules.title' : 'site.product.rules.title_card')}>
      <dl className={css['rules']}>
        {rules.map(([key, text]) => (
          <div key={key}>
            <dt>{t(`site.product.rules.${key}_label`)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

/** A product as a visitor sees it: content, duration and refund terms. */
export function ProductPage() {
  const t = siteWords.useT();
  const id = useParams()['id'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getSiteProduct, { params: { id }, signal, quiet: true }),
    [id],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data ? data.product.title : t('site.product.page'));
  return (
    <SiteFrame>
      <Link to="/open/courses" className={css['back']} data-plain="true">
        <Icon name="left" size={18} />
        <span>{t('site.course.back')}</span>
      </Link>
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
          <div className={css['split']}>
            <div className={css['column']}>
              <Head product={offer} />
              <Contents product={offer} />
            </div>
            <div className={css['column']}>
              <Rules product={offer} />
              {offer.product.intro ? (
                <Section id="about" title={t('site.product.about')}>
                  <div className={css['about']}>
                    <Paragraphs text={offer.product.intro} />
                  </div>
                </Section>
              ) : null}
            </div>
          </div>
        )}
      </RecordStates>
    </SiteFrame>
  );
}
