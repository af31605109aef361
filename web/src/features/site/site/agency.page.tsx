import { lazy, Suspense, useCallback } from 'react';
import { Link, useParams } from 'react-router';
import siteWords from 'virtual:locale/site';
import * as site from '@kaike/shared/contracts/site/site';
import type { ResponseOf } from '@kaike/shared/kit/contract';
import { call } from '../../../api/client.ts';
import { SupportLater } from '../../../app/components/support-later.tsx';
import { useMayJoin } from '../../../app/config.ts';
import { useTitle } from '../../../app/use-title.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card, Skeleton } from '../../../ui/parts.tsx';
import { CourseGrid, Section } from './records/cards.tsx';
import { SiteFrame } from './site-frame.tsx';
import css from './site.module.css';
import { RecordStates } from './records/record-states.tsx';
import { useRecord } from './records/use-record.ts';

const Place = lazy(async () => ({ default: (await import('../../../app/map/place.tsx')).Place }));

/** The code is also in the URL: someone who was sent this page has no cookie of the short link. */
function AgencyDetail({ name, code, address, map_point: point, courses }: ResponseOf<typeof site.getAgencyInvitation>) {
  const mayJoin = useMayJoin();
  const t = siteWords.useT();
  return (
    <>
      <Card className={css['article'] ?? ''}>
        <h1 className={css['title']}>{t('site.agency.title', { name })}</h1>
        <p>{t(mayJoin ? 'site.agency.text' : 'site.agency.text_closed', { name })}</p>
        {address || point ? (
          <Suspense fallback={<Skeleton height={48} />}>
            <Place address={address} point={point} />
          </Suspense>
        ) : null}
        <div className={css['actions']}>
          {mayJoin ? (
            <Link className={buttonClass('primary')} to={`/open/register?agency=${encodeURIComponent(code)}`}>
              {t('site.agency.register')}
            </Link>
          ) : null}
          <Link className={buttonClass(mayJoin ? 'plain' : 'primary')} to="/home/cards/use-card">
            {t('site.home.activate')}
          </Link>
          {mayJoin ? null : <SupportLater />}
        </div>
      </Card>
      {courses.length > 0 ? (
        <Section title={t('site.home.newest')} more={{ to: '/open/courses', label: t('site.home.all_courses') }}>
          <CourseGrid courses={courses} />
        </Section>
      ) : null}
    </>
  );
}

/** The target page of an agency's short link. */
export function AgencyPage() {
  const mayJoin = useMayJoin();
  const t = siteWords.useT();
  const code = useParams()['code'] ?? '';
  const load = useCallback(
    (signal: AbortSignal) => call(site.getAgencyInvitation, { params: { code }, signal, quiet: true }),
    [code],
  );
  const state = useRecord(load);
  const { data } = state;
  useTitle(data ? t('site.agency.title', { name: data.name }) : t('site.home.page'));
  return (
    <SiteFrame>
      <RecordStates
        state={state}
        missing={{
          icon: 'gift',
          title: t('site.agency.gone'),
          text: t(mayJoin ? 'site.agency.gone_text' : 'site.agency.gone_text_closed'),
          action: (
            <Link className={buttonClass('primary')} to="/open/courses">
              {t('site.courses.show_all')}
            </Link>
          ),
        }}
        skeleton={[160, 240]}
      >
        {(detail) => <AgencyDetail {...detail} />}
      </RecordStates>
    </SiteFrame>
  );
}
