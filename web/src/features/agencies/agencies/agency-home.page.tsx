import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import agencyWords from 'virtual:locale/agencies';
import type { AgencyHome } from '@kaike/shared/contracts/agencies/agencies';
import * as agenciesApi from '@kaike/shared/contracts/agencies/agencies';
import { agencyStatus } from '@kaike/shared/domain/people/people';
import { formatNumber } from '@kaike/shared/kit/format';
import { ApiError } from '../../../api/api-error.ts';
import { call } from '../../../api/client.ts';
import { useCan, useSession } from '../../../app/session.ts';
import { LinkButton } from '../../../kit/pages/link-button.tsx';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Alert, Skeleton } from '../../../kit/widgets.ts';
import { useQrCode } from '../../../ui/use-qr-code.ts';
import { TodoList } from '../../office/dashboard/public.ts';
import { AgencyLink } from './agency-link.tsx';
import css from './agencies.module.css';
import { DeskPanel } from './desk/desk-panel.tsx';
import { Transfers } from './transfers.tsx';
import { WeekBars } from './weeks/week-bars.tsx';

const steps = ['issued', 'claimed', 'activated', 'first_lesson', 'half', 'finished'] as const;

/** What it may still make, what it has in stock, and how its cards do. */
function Quota({ home }: { home: AgencyHome }) {
  const t = agencyWords.useT();
  const { agency, cards } = home;
  const figures = [
    ['stock', formatNumber(cards.stock)],
    ['issued', formatNumber(cards.issued)],
    ['sell_through', cards.sell_through === null ? '–' : `${(cards.sell_through / 100).toFixed(1)}%`],
  ] as const;
  const expiring = ([30, 60, 90] as const).filter((days) => cards[`expiring_${days}`] > 0);
  return (
    <section
      className={`kk-panel kk-padded ${css['quota'] ?? ''} ${css['screen'] ?? ''}`}
      aria-label={t('agencies.balance')}
    >
      <header className={css['head']}>
        <h2 className={css['small']}>{t('agencies.balance')}</h2>
        <Link to={`/admin/card-num-logs?where[agency_id]=${agency.id}`}>{t('agencies.ledger')}</Link>
      </header>
      <p className={css['balance']}>
        {agency.unlimited ? t('agencies.unlimited') : formatNumber(agency.balance - agency.held)}
      </p>
      <p className={`kk-muted ${css['note'] ?? ''}`}>
        {cards.days_of_cover === null
          ? t('agencies.cover_none')
          : cards.stock === 0
            ? t('agencies.desk.no_stock')
            : t('agencies.desk.pace', { count: formatNumber(cards.days_of_cover) })}
        {agency.held > 0 ? ` · ${t('agencies.held', { count: agency.held })}` : ''}
      </p>
      <dl className={css['figures']}>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`agencies.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {expiring.map((days) => (
          <div key={days}>
            <dt>{t('agencies.expiring', { days })}</dt>
            <dd>{formatNumber(cards[`expiring_${days}`])}</dd>
          </div>
        ))}
      </dl>
      <p className={`kk-muted ${css['note'] ?? ''}`}>{t('agencies.figures_note')}</p>
    </section>
  );
}

function Funnel({ funnel }: { funnel: AgencyHome['funnel'] }) {
  const t = agencyWords.useT();
  const most = Math.max(1, funnel.issued);
  return (
    <section className="kk-panel kk-padded">
      <h2 className={css['title']}>{t('agencies.funnel')}</h2>
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

/** The address under which learners register with this agency; its code is drawn when it is opened. */
function OwnLink({ link }: { link: string }) {
  const t = agencyWords.useT();
  const picture = useQrCode(link, 320);
  return (
    <section className="kk-panel kk-padded" aria-label={t('agencies.link')}>
      <AgencyLink link={link} />
      <p className={`kk-muted ${css['note'] ?? ''}`}>{t('agencies.link_note')}</p>
      <details className={css['more']}>
        <summary>{t('agencies.qr')}</summary>
        {picture ? <img className={css['qr']} src={picture} alt={t('agencies.qr')} /> : null}
      </details>
    </section>
  );
}

function Children({ agencies }: { agencies: AgencyHome['children'] }) {
  const t = agencyWords.useT();
  return (
    <section className="kk-panel kk-padded">
      <h2 className={css['title']}>{t('agencies.children')}</h2>
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

/** What the desk does not do by itself: many cards at once, another agency, the statement. */
function Makers() {
  const t = agencyWords.useT();
  const own = useSession((state) => state.user?.admin?.agency_id);
  const mayMake = useCan('admin.card-batches.create');
  const mayOpen = useCan('admin.agencies.create');
  return (
    <nav className="kk-buttons" aria-label={t('agencies.home')}>
      {own ? <LinkButton to={`/admin/agencies/${own}/statement`}>{t('agencies.statement')}</LinkButton> : null}
      {mayMake ? <LinkButton to="/admin/card-batches?open=0">{t('agencies.desk.batches')}</LinkButton> : null}
      {mayOpen ? <LinkButton to="/admin/agencies?open=0">{t('agencies.new_child')}</LinkButton> : null}
    </nav>
  );
}

/** An agency's desk: one card for the learner who stands there, and what the agency has and must do. */
export function AgencyHomePage() {
  const t = agencyWords.useT();
  const mayTransfer = useCan('admin.agency-home.transfer');
  const mayIssue = useCan('admin.agency-home.issue-one');
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['agency-home'],
    retry: false,
    queryFn: ({ signal }) => call(agenciesApi.getAgencyHome, { signal, quiet: true }),
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
      <div className={css['screen']}>
        <PageTitle
          title={agency.name}
          count={agency.contract_end ? t('agencies.contract_until', { date: agency.contract_end }) : t('agencies.home')}
          extra={<Makers />}
        />
        <Notices home={data} />
      </div>
      <div className={css['desk']}>
        <Quota home={data} />
        <div className={`${css['column'] ?? ''} ${css['work'] ?? ''}`}>
          {mayIssue ? <DeskPanel /> : null}
          {mayTransfer ? (
            <div className={css['screen']}>
              <Transfers />
            </div>
          ) : null}
        </div>
        <div className={`${css['column'] ?? ''} ${css['screen'] ?? ''}`}>
          <OwnLink link={data.link} />
          <TodoList />
          <div className="kk-panel kk-padded">
            <WeekBars weeks={data.weeks} />
          </div>
          <Funnel funnel={data.funnel} />
          <Children agencies={data.children} />
        </div>
      </div>
    </>
  );
}
