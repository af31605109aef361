import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { getDashboard, trendSpans, type Dashboard } from '@kaike/shared/contracts/dashboard';
import { formatDuration, formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { useSession } from '../../app/session.ts';
import { FirstRun } from '../../kit/pages/first-run.tsx';
import { LoadError } from '../../kit/load-error.tsx';
import { PageTitle } from '../../kit/pages/page-title.tsx';
import { Recent } from './recent.tsx';
import { Trend } from './trend.tsx';

const waitingTiles = 6;

function Figure({ card }: { card: Dashboard['cards'][number] }) {
  const t = useT();
  const value = card.unit === 'seconds' ? formatDuration(card.value) : formatNumber(card.value);
  return (
    <Link className={card.is_alarm ? 'kk-tile is-alarm' : 'kk-tile'} to={card.url}>
      <span className="kk-muted">{t(`admin.dashboard.cards.${card.key}`)}</span>
      <b>{card.exact ? value : t('admin.dashboard.about', { value })}</b>
    </Link>
  );
}

/** The dashboard of the school, as far as the role may see it; each figure links to its list. */
export function DashboardPage() {
  const t = useT();
  const [params] = useSearchParams();
  const days = trendSpans.find((span) => span === Number(params.get('days'))) ?? 30;
  const isSuper = useSession((state) => state.user?.admin?.is_super ?? false);
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['dashboard', days],
    queryFn: ({ signal }) => call(getDashboard, { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
  if (isError && !data) return <LoadError error={error} retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={t('admin.dashboard.title')} />
      {isSuper ? <FirstRun /> : null}
      <div className="kk-tiles" aria-busy={!data}>
        {data
          ? data.cards.map((card) => <Figure key={card.key} card={card} />)
          : Array.from({ length: waitingTiles }, (_one, index) => (
              <div key={index} className="kk-tile">
                <span className="kk-muted">…</span>
                <b>–</b>
              </div>
            ))}
      </div>
      {data && data.trend.length > 0 ? <Trend days={days} trend={data.trend} /> : null}
      {data && data.recent.length > 0 ? <Recent entries={data.recent} /> : null}
    </>
  );
}
