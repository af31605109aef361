import { useState } from 'react';
import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { formatMoney, formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import css from './dashboard.module.css';

const money = (fen: number): string => formatMoney(fen, { decimals: 2 });

/** By how many percent a span is above the one before; null when there was nothing to compare with. */
const growthOf = (paid: number, before: number): number | null =>
  before === 0 ? null : Math.round((paid / before - 1) * 100);

const signed = (percent: number): string => `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}%`;

const spans = ['today', 'week', 'month'] as const;

/** The fourteen days as bars, and as a table for those who do not see them. */
function Fortnight({ days }: Pick<NonNullable<Dashboard['money']>, 'days'>) {
  const t = useT();
  const most = Math.max(1, ...days.map(({ amount }) => amount));
  return (
    <>
      <table className="kk-hidden">
        <caption>{t('admin.dashboard.fortnight')}</caption>
        <tbody>
          {days.map(({ day, amount }) => (
            <tr key={day}>
              <th scope="row">{day}</th>
              <td>{money(amount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={css['bars']} aria-hidden="true">
        {days.map(({ day, amount }) => (
          <span
            key={day}
            title={`${day} ${money(amount)}`}
            style={{ height: `${Math.max(2, (amount / most) * 100)}%` }}
          />
        ))}
      </div>
      <p className={css['axis']}>
        <span>{days[0]?.day.slice(5)}</span>
        <span>{t('admin.dashboard.fortnight')}</span>
        <span>{t('admin.dashboard.today')}</span>
      </p>
    </>
  );
}

/** What was paid today, this week or this month, against the one before until as late in it, and the fourteen days. */
export function Money({ money: { days, ...sums } }: { money: NonNullable<Dashboard['money']> }) {
  const t = useT();
  const [span, setSpan] = useState<(typeof spans)[number]>('today');
  const { paid, before, orders, refunded, cards } = sums[span];
  const growth = growthOf(paid, before);
  return (
    <section className={css['panel']} aria-label={t('admin.dashboard.money')}>
      <header className={css['head']}>
        <h2>{t('admin.dashboard.money')}</h2>
        <div className="kk-segments" role="radiogroup" aria-label={t('admin.dashboard.money')}>
          {spans.map((one) => (
            <label key={one}>
              <input type="radio" name="money-span" checked={one === span} onChange={() => setSpan(one)} />
              {t(`admin.dashboard.spans.${one}`)}
            </label>
          ))}
        </div>
      </header>
      <p className={css['sum']}>{money(paid)}</p>
      <p className={css['under']}>
        <span className={growth === null ? undefined : growth < 0 ? css['less'] : css['more']}>
          {growth === null
            ? t(`admin.dashboard.sums_before.${span}`, { amount: money(before) })
            : t(`admin.dashboard.against.${span}`, { percent: signed(growth) })}
        </span>
        {' · '}
        {t('admin.dashboard.order_count', { count: formatNumber(orders) })}
        {refunded > 0 ? ` · ${t('admin.dashboard.refunded', { amount: money(refunded) })}` : ''}
      </p>
      {days.some(({ amount }) => amount > 0) ? (
        <Fortnight days={days} />
      ) : (
        <p className={css['still']}>{t('admin.dashboard.no_income')}</p>
      )}
      <div className={css['foot']}>
        <dl>
          {cards === null ? null : (
            <div>
              <dt>{t('admin.dashboard.cards')}</dt>
              <dd>{money(cards)}</dd>
            </div>
          )}
          <div>
            <dt>{t('admin.dashboard.month')}</dt>
            <dd>{money(sums.month.paid)}</dd>
          </div>
        </dl>
        <Link to="/admin/pay-orders">{t('admin.dashboard.open_list')}</Link>
      </div>
    </section>
  );
}
