import type { ReactNode } from 'react';
import { Link } from 'react-router';
import siteWords from 'virtual:words/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site';
import { Portrait } from '../../../app/components/portrait.tsx';
import { Paragraphs } from '../../../app/components/rich-text.tsx';
import { sectionProps } from '../../../ui/section-nav/section-nav.tsx';
import { RichText } from '../records/rich-text.tsx';
import { OfferRow } from './offer-row.tsx';
import css from './course.module.css';

export function Section({
  id,
  title,
  note,
  children,
}: {
  id: string;
  title: string;
  note?: string;
  children: ReactNode;
}) {
  return (
    <section {...sectionProps(id)}>
      <div className={css['sectionHead']}>
        <h2>{title}</h2>
        {note ? <span className={css['quiet']}>{note}</span> : null}
      </div>
      {children}
    </section>
  );
}

export function About({ intro, detail }: Pick<SiteCourseDetail, 'intro' | 'detail'>) {
  const t = siteWords.useT();
  return (
    <Section id="about" title={t('site.course.about')}>
      <div className={css['about']}>
        <Paragraphs text={intro} />
        <RichText text={detail} />
      </div>
    </Section>
  );
}

export function Teachers({ teachers }: Pick<SiteCourseDetail, 'teachers'>) {
  const t = siteWords.useT();
  return (
    <Section id="teachers" title={t('site.course.teachers')}>
      <ul className={css['list']}>
        {teachers.map((teacher) => (
          <li key={teacher.id} className={css['teacher']}>
            <Link to={`/open/teachers/${teacher.id}`}>
              <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} size={72} />
              <span>
                <strong>{teacher.name}</strong>
                {teacher.title ? <small>{teacher.title}</small> : null}
              </span>
            </Link>
            {teacher.intro ? <p>{teacher.intro}</p> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** All products with the course. On a desktop the cheapest one stands beside the cover already. */
export function Products({ products }: Pick<SiteCourseDetail, 'products'>) {
  const t = siteWords.useT();
  return (
    <div className={products.length === 1 ? css['below'] : ''}>
      <Section id="products" title={t('site.course.products')}>
        <ul className={css['list']}>
          {products.map((product) => (
            <li key={product.id}>
              <OfferRow product={product} />
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}
