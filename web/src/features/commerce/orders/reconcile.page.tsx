import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, useSearchParams } from 'react-router';
import storyWords from 'virtual:locale/order_story';
import * as payOrders from '@kaike/shared/contracts/commerce/pay-orders';
import { orderStatusChoices } from '@kaike/shared/domain/commerce/order-status';
import { addDays, dayOf } from '@kaike/shared/kit/dates/school-days';
import { formatMoney, formatNumber } from '@kaike/shared/kit/format';
import { call } from '../../../api/client.ts';
import { LoadError } from '../../../kit/load-error.tsx';
import { PageTitle } from '../../../kit/pages/page-title.tsx';
import { Skeleton } from '../../../kit/widgets.ts';
import { ChannelSetups } from './channel-setups.tsx';
import css from './orders.module.css';

/** The days are loaded before the calendar. */
const DateSpan = lazy(async () => ({ default: (await import('../../../kit/dates/date-span.tsx')).DateSpan }));
const shownDays = 30;
const money = (fen: number): string => formatMoney(fen, { decimals: 2 });
const columns = [
  'orders',
  'order_amount',
  'trades',
  'trade_amount',
  'refund_amount',
  'manual_refund_amount',
  'difference',
] as const;

/** Orders against payments, day by day; mismatches first. */
export function ReconcilePage() {
  const t = storyWords.useT();
  const [params, setParams] = useSearchParams();
  const today = dayOf(new Date());
  const from = params.get('from') ?? addDays(today, 1 - shownDays);
  const to = params.get('to') ?? today;
  const { data, isError, error, refetch } = useQuery({
    queryKey: ['pay-orders', 'reconcile', from, to],
    queryFn: ({ signal }) => call(payOrders.reconcileOrders, { query: { from, to }, signal, in_place: true }),
    placeholderData: keepPreviousData,
  });
  const status = (value: number): string =>
    t(`resources.pay-orders.choices.status.${orderStatusChoices.find((choice) => choice.value === value)?.key ?? ''}`);
  return (
    <>
      <PageTitle title={t('order_story.reconcile.title')} />
      <div className={css['controls']}>
        <Suspense fallback={<span className="kk-input is-waiting" />}>
          <DateSpan
            id="reconcile-days"
            label={t('statistics.spans.label')}
            from={from}
            to={to}
            max={today}
            onChange={(days) => setParams({ from: days[0], to: days[1] }, { replace: true })}
          />
        </Suspense>
      </div>
      {isError && !data ? <LoadError error={error} retry={() => void refetch()} /> : null}
      {!data && !isError ? <Skeleton active /> : null}
      {data ? (
        <>
          <section className="kk-panel" aria-labelledby="odd">
            <h2 id="odd" className={css['heading']}>
              {t('order_story.reconcile.odd')}
            </h2>
            {data.odd.length === 0 ? (
              <p className="kk-muted">{t('order_story.reconcile.even')}</p>
            ) : (
              <ul className={css['list']}>
                {data.odd.map((order) => (
                  <li key={order.id}>
                    <Link to={`/admin/pay-orders/${order.id}`}>{order.order_no}</Link> {status(order.status)} ·{' '}
                    {t(`order_story.reconcile.why.${order.why}`)}
                    <span className="kk-muted">
                      {t('order_story.reconcile.sums', {
                        payable: money(order.payable),
                        paid: money(order.paid),
                        refunded: money(order.refunded),
                      })}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {data.days.length === 0 ? (
            <p className={css['nothing']}>{t('statistics.empty')}</p>
          ) : (
            <div className={css['scroll']} role="region" aria-label={t('order_story.reconcile.days')}>
              <table className={css['table']}>
                <thead>
                  <tr>
                    <th scope="col">{t('statistics.by.day')}</th>
                    <th scope="col">{t('resources.pay-orders.fields.channel')}</th>
                    {columns.map((key) => (
                      <th key={key} scope="col">
                        {t(`order_story.reconcile.${key}`)}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {data.days.map((day) => (
                    <tr key={`${day.day}${day.channel}`} data-odd={day.difference !== 0}>
                      <th scope="row">{day.day}</th>
                      <td>{t(`resources.pay-orders.choices.channel.${day.channel}`)}</td>
                      {columns.map((key) => (
                        <td key={key}>
                          {key === 'orders' || key === 'trades' ? formatNumber(day[key]) : money(day[key])}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </>
      ) : null}
      <ChannelSetups />
    </>
  );
}
