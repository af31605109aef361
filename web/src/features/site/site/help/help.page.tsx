import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import { call } from '../../../../api/client.ts';
import { useCanPay, useHasSupport } from '../../../../app/config.ts';
import { Support } from '../../../../app/components/support.tsx';
import { LoadFailure } from '../../../../app/loading/load-failure.tsx';
import { useLoad } from '../../../../app/loading/use-load.ts';
import { useTitle } from '../../../../app/use-title.ts';
import { EmptyState, Skeleton } from '../../../../ui/parts.tsx';
import { SectionNav, sectionProps } from '../../../../ui/section-nav/section-nav.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { FaqList } from './faq-list.tsx';
import css from './faq-list.module.css';

const load = (signal: AbortSignal) => call(site.listFaqs, { signal });

/** A person, for what no answer is about. */
function Ask() {
  const t = siteWords.useT();
  if (!useHasSupport()) return null;
  return (
    <div className={css['ask']}>
      <p>{t('site.faqs.more')}</p>
      <Support />
    </div>
  );
}

/** The school's answers to common questions, by topic. */
export function HelpPage() {
  const t = siteWords.useT();
  const { data, failed, error, reload } = useLoad(load);
  useTitle(t('site.faqs.title'));
  const canPay = useCanPay();
  const topics = (data?.data ?? []).filter(({ topic }) => canPay || topic !== 'orders');
  return (
    <SiteFrame>
      <div className={css['page']}>
        <h1>{t('site.faqs.title')}</h1>
        {failed ? <LoadFailure error={error} retry={reload} /> : null}
        {!data && !failed ? <Skeleton height="90vh" /> : null}
        {data && topics.length === 0 ? <EmptyState icon="help" title={t('site.faqs.empty')} /> : null}
        <SectionNav
          label={t('site.faqs.topics_label')}
          sections={topics.map(({ topic }) => ({ id: topic, label: t(`site.faqs.topics.${topic}`) }))}
        />
        {topics.map(({ topic, faqs }) => (
          <section key={topic} {...sectionProps(topic)}>
            <h2>{t(`site.faqs.topics.${topic}`)}</h2>
            <FaqList faqs={faqs} />
          </section>
        ))}
        <Ask />
      </div>
    </SiteFrame>
  );
}
