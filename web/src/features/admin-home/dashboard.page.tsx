import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { request } from '../../api/client.ts';
import { useT } from '../../app/wording.ts';
import { useSession } from '../../app/session.ts';
import { FirstRun } from '../../kit/first-run.tsx';
import { LoadError } from '../../kit/load-error.tsx';
import { PageTitle } from '../../kit/page-title.tsx';

type Card = { key: string; value: number; url: string | null; exact?: boolean };
type Dashboard = { cards: Card[] };

/** The totals of the school; each figure opens the list behind it. */
export function DashboardPage() {
  const t = useT();
  const isSuper = useSession((state) => state.user?.admin?.is_super ?? false);
  const { data, isError, refetch } = useQuery({ queryKey: ['dashboard'], queryFn: async () => (await request('GET', '/admin/index')) as Dashboard });
  if (isError) return <LoadError retry={() => void refetch()} />;
  return (
    <>
      <PageTitle title={t('admin.dashboard.title')} />
      {isSuper ? <FirstRun /> : null}
      <div className="kk-tiles" aria-busy={!data}>
        {(data?.cards ?? Array.from({ length: 6 }, (_one, index): Card => ({ key: `wait-${index}`, value: 0, url: null }))).map((card) => {
          const body = <><span className="kk-muted">{data ? t(`admin.dashboard.cards.${card.key}`) : '…'}</span><b>{data ? card.value.toLocaleString() : '–'}</b></>;
          return card.url ? <Link key={card.key} className="kk-tile" to={card.url}>{body}</Link> : <div key={card.key} className="kk-tile">{body}</div>;
        })}
      </div>
    </>
  );
}
