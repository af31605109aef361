import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import words from 'virtual:locale/developments';
import type { RequestEntry } from '@kaike/shared/contracts/office/recent-requests';
import * as recentRequests from '@kaike/shared/contracts/office/recent-requests';
import { call } from '../../../../api/client.ts';
import { useLocale } from '../../../../app/wording.ts';
import { useDates } from '../../../../app/dates.ts';
import { LoadError } from '../../../../kit/load-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import css from '../developer-area.module.css';
import { Loaded } from '../loaded.tsx';
import { SearchBox } from '../search-box.tsx';
import { StatementView } from './statement-view.tsx';

/** From here on a request is slow for whoever waits for it. */
const slowMs = 200;
const orders = {
  slow: (left: RequestEntry, right: RequestEntry) => right.ms - left.ms,
  latest: (left: RequestEntry, right: RequestEntry) => right.id - left.id,
  statements: (left: RequestEntry, right: RequestEntry) => right.runs - left.runs,
};
type Order = keyof typeof orders;
const orderNames: readonly Order[] = ['slow', 'latest', 'statements'];

function Statements({ id }: { id: number }) {
  const t = words.useT();
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['developments', 'request', id],
    queryFn: () => call(recentRequests.getRequest, { params: { id } }),
  });
  if (!data) return isError ? <LoadError error={error} retry={() => void refetch()} /> : <p aria-busy="true">…</p>;
  if (data.statements.length === 0) return <p className="kk-muted">{t('developments.no_statements')}</p>;
  return (
    <ol className={css['statements']}>
      {data.statements.map((statement, index) => (
        <StatementView key={statement.text} request={id} index={index} statement={statement} />
      ))}
      {data.uncounted > 0 ? (
        <li className="kk-muted">{t('developments.uncounted', { count: data.uncounted })}</li>
      ) : null}
    </ol>
  );
}

function Request({ request }: { request: RequestEntry }) {
  const t = words.useT();
  const dates = useDates();
  const locale = useLocale();
  const [isOpen, setIsOpen] = useState(false);
  const number = (value: number): string => value.toLocaleString(locale, { maximumFractionDigits: 1 });
  const { method, route, status, ms, runs, database_ms, started_at: at } = request;
  return (
    <details className={css['request']} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <span className={ms >= slowMs ? css['slow'] : css['ms']}>{number(ms)} ms</span>
        <span className={css['code']}>
          {method} {route}
        </span>
        <span className={status >= 400 ? css['slow'] : 'kk-muted'}>{status}</span>
        <span className="kk-muted">{t('developments.runs', { count: runs, ms: number(database_ms) })}</span>
        <span className="kk-muted">{dates.minute(at)}</span>
      </summary>
      {isOpen ? <Statements id={request.id} /> : null}
    </details>
  );
}

function Requests({ requests, reload }: { requests: readonly RequestEntry[]; reload: () => void }) {
  const t = words.useT();
  const [order, setOrder] = useState<Order>('slow');
  const [sought, setSought] = useState('');
  const matches = requests
    .filter(({ method, route, status }) => `${method} ${route} ${status}`.toLowerCase().includes(sought))
    .toSorted(orders[order]);
  return (
    <>
      <div className={css['bar']}>
        <SearchBox count={matches.length} onSearch={setSought} />
        <select
          className={css['select']}
          value={order}
          aria-label={t('developments.order')}
          onChange={({ target }) => setOrder(orderNames.find((name) => name === target.value) ?? 'slow')}
        >
          {orderNames.map((name) => (
            <option key={name} value={name}>
              {t(`developments.orders.${name}`)}
            </option>
          ))}
        </select>
        <Button onClick={reload}>{t('developments.reload')}</Button>
      </div>
      <p className="kk-muted">{t('developments.requests_hint')}</p>
      {requests.length === 0 ? <p className="kk-muted">{t('developments.no_requests')}</p> : null}
      {matches.map((request) => (
        <Request key={request.id} request={request} />
      ))}
    </>
  );
}

/** The last requests with what they did in the database, the slow ones first. */
export function RequestsTab() {
  return (
    <Loaded contract={recentRequests.listRequests}>
      {({ requests }, reload) => <Requests requests={requests} reload={reload} />}
    </Loaded>
  );
}
