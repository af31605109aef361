import type { ReactNode } from 'react';
import { Link } from 'react-router';
import siteWords from 'virtual:locale/site';
import type { SiteCourseDetail } from '@kaike/shared/contracts/site/site';
import { Portrait } from '../../../../app/components/portrait.tsx';
import { Paragraphs } from '../../../../app/components/rich-text.tsx';
import { Quote } from '../../../../ui/paper/quote.tsx';
import { Tick } from '../../../../ui/paper/square.tsx';
import { sectionProps } from '../../../../ui/section-nav/section-nav.tsx';
import { FaqList } from '../help/faq-list.tsx';
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

function Outcomes({ outcomes }: Pick<SiteCourseDetail, 'outcomes'>) {
  if (outcomes.length === 0) return null;
  return (
    <ul className={css['outcomes']}>
      {outcomes.map((line) => (
        <li key={line}>
          <Tick />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

export function About({ intro, detail, outcomes }: Pick<SiteCourseDetail, 'intro' | 'detail' | 'outcomes'>) {
  const t = siteWords.useT();
  return (
    <Section id="about" title={t(outcomes.length > 0 ? 'site.course.outcomes' : 'site.course.about')}>
      <div className={css['about']}>
        <Outcomes outcomes={outcomes} />
        <Paragraphs text={intro} />
        <RichText text={detail} />
      </div>
    </Section>
  );
}

/** What the first teacher who says something says, before the outline. */
export function Motto({ teachers }: Pick<SiteCourseDetail, 'teachers'>) {
  const teacher = teachers.find(({ motto }) => motto !== '');
  if (!teacher) return null;
  return (
    <div className={css['motto']}>
      <Portrait name={teacher.name} src={teacher.avatar} gender={teacher.gender} size={64} />
      <Quote by={[teacher.name, teacher.title].filter(Boolean).join(' · ')}>{teacher.motto}</Quote>
    </div>
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

/** The course's own questions, and those about buying. */
export function Faqs({ faqs }: Pick<SiteCourseDetail, 'faqs'>) {
  const t = siteWords.useT();
  return (
    <Section id="faqs" title={t('site.course.faqs')}>
      <FaqList faqs={faqs} />
      <Link className={css['allFaqs']} to="/open/help">
        {t('site.course.all_faqs')}
      </Link>
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
