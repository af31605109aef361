import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import agencyWords from 'virtual:words/agencies';
import { getAgencyHome, type AgencyHome } from '@kaike/shared/contracts/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { formatNumber } from '@kaike/shared/kit/format';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/client.ts';
import { copyText } from '../../app/components/copy-text.ts';
import { useCan } from '../../app/session.ts';
import { LoadError } from '../../kit/load-error.tsx';
import { PageTitle } from '../../kit/pages/page-title.tsx';
import { Alert, Button, Skeleton } from '../../kit/widgets.ts';
import css from './agencies.module.css';
import { Transfers } from './transfers.tsx';

const steps = ['issued', 'claimed', 'activated', 'first_lesson', 'half', 'finished'] as const;

function Figures({ home }: { home: AgencyHome }) {
  const t = agencyWords.useT();
  const { agency, cards } = home;
  const figures = [
    ['balance', agency.unlimited ? t('agencies.unlimited') : formatNumber(agency.balance - agency.held)],
    ['stock', formatNumber(cards.stock)],
    ['issued', formatNumber(cards.issued)],
    ['activated', formatNumber(cards.activated)],
    ['sell_through', cards.sell_through === null ? t('agencies.none') : `${(cards.sell_through / 100).toFixed(1)}%`],
    [
      'cover',
      cards.days_of_cover === null ? (
        <small className="kk-muted">{t('agencies.cover_none')}</small>
      ) : (
        t('agencies.days', { count: cards.days_of_cover })
      ),
    ],
  ] as const;
  return (
    <>
      <div className={css['figures']}>
        {figures.map(([key, value]) => (
          <div key={key} className={css['figure']}>
            <span className="kk-muted">{t(`agencies.${key}`)}</span>
            <b>{value}</b>
          </div>
        ))}
        {([30, 60, 90] as const).map((days) => (
          <div key={days} className={css['figure']}>
            <span className="kk-muted">{t('agencies.expiring', { days })}</span>
            <b>{formatNumber(cards[`expiring_${days}`])}</b>
          </div>
        ))}
      </div>
      <p className="kk-muted">
        {t('agencies.figures_note')}
        {agency.held > 0 ? ` ${t('agencies.held', { count: agency.held })}` : ''}
      </p>
    </>
  );
}

function Funnel({ funnel }: { funnel: AgencyHome['funnel'] }) {
  const t = agencyWords.useT();
  const most = Math.max(1, funnel.issued);
  return (
    <section className="kk-panel kk-padded">
      <h3>{t('agencies.funnel')}</h3>
      {steps.map((step) => (
        <div key={step} className={css['bar']}>
          <span>{t(`agencies.steps.${step}`)}</span>
          <span>
            <i style={{ inlineSize: `${(funnel[step] / most) * 100}%` }} />
          </span>
          <span>
            {formatNumber(funnel[step])}
            {step === 'issued' || funnel.issued === 0 ? '' : ` · ${Math.round((funnel[step] / most) * 100)}%`}
          </span>
        </div>
      ))}
    </section>
  );
}

function OwnLink({ link }: { link: string }) {
  const t = agencyWords.useT();
  const [picture, setPicture] = useState('');
  useEffect(() => {
    let isGone = false;
    // The library is loaded when the code is shown.
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(link, { margin: 1, width: 320 }))
      .then(
        (url) => {
          if (!isGone) setPicture(url);
        },
        () => undefined,
      );
    return () => {
      isGone = true;
    };
  }, [link]);
  return (
    <section className="kk-panel kk-padded">
      <h3>{t('agencies.link')}</h3>
      <p className="kk-muted">{t('agencies.link_note')}</p>
      <p style={{ overflowWrap: 'anywhere' }}>
        <a href={link}>{link}</a>
      </p>
      <p>
        <Button onClick={() => void copyText(link, t('agencies.copied'))}>{t('agencies.copy')}</Button>
      </p>
      {picture ? (
        <p>
          <img className={css['qr']} src={picture} alt={t('agencies.qr')} />
        </p>
      ) : null}
    </section>
  );
}

function Children({ agencies }: { agencies: AgencyHome['children'] }) {
  const t = agencyWords.useT();
  return (
    <section className="kk-panel kk-padded">
      <h3>{t('agencies.children')}</h3>
      {agencies.length === 0 ? <p className="kk-muted">{t('agencies.children_none')}</p> : null}
      <ul className={css['rows']}>
        {agencies.map((agency) => (
          <li key={agency.id}>
            <Link to={`/admin/agencies/${agency.id}`}>{agency.name}</Link>
            <span>{t('agencies.count', { count: formatNumber(agency.balance) })}</span>
          </li>
        ))}
      </ul>
      <div className={`kk-buttons ${css['links'] ?? ''}`}>
        <Link to="/admin/agencies">{t('agencies.all_children')}</Link>
        <Link to="/admin/agencies/0">{t('agencies.new_child')}</Link>
      </div>
    </section>
  );
}

function Notices({ home }: { home: AgencyHome }) {
  const t = agencyWords.useT();
  return (
    <>
      {home.agency.status === agencyStatus.frozen ? (
        <Alert type="warning" showIcon title={t('agencies.status_frozen')} />
      ) : null}
      {home.low.map((one) => (
        <Alert
          key={one.id}
          type="warning"
          showIcon
          title={t('agencies.low')}
          description={t('agencies.low_line', { name: one.name, free: one.free, mark: one.low_stock_at })}
        />
      ))}
    </>
  );
}

/** An agency's home page: quota, sales, members' progress and actions. */
export function AgencyHomePage() {
  const t = agencyWords.useT();
  const mayTransfer = useCan('admin.agency-home.transfer');
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agency-home'],
    retry: false,
    queryFn: ({ signal }) => call(getAgencyHome, { signal, quiet: true }),
  });
  if (error instanceof ApiError && error.status === 403)
    return (
      <Alert
        type="info"
        showIcon
        title={t('agencies.for_agencies')}
        action={<Link to="/admin/agencies">{t('resources.agencies.name')}</Link>}
      />
    );
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { agency } = data;
  return (
    <>
      <PageTitle title={`${t('agencies.home')} · ${agency.name}`} />
      <Notices home={data} />
      <div className={`kk-buttons ${css['links'] ?? ''}`}>
        <Link to="/admin/card-batches/0">{t('agencies.make')}</Link>
        <Link to="/admin/cards">{t('agencies.cards')}</Link>
        <Link to={`/admin/card-num-logs?where[agency_id]=${agency.id}`}>{t('agencies.ledger')}</Link>
        <Link to={`/admin/agencies/${agency.id}/statement`}>{t('agencies.statement')}</Link>
        {agency.contract_end ? (
          <span className="kk-muted">{t('agencies.contract_until', { date: agency.contract_end })}</span>
        ) : null}
      </div>
      <Figures home={data} />
      <div className={css['grid']}>
        <Funnel funnel={data.funnel} />
        {mayTransfer ? <Transfers /> : null}
        <div className={css['column']}>
          <Children agencies={data.children} />
          <OwnLink link={data.link} />
        </div>
      </div>
    </>
  );
}
