import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/dashboard';
import { formatMoney, formatNumber } from '@kaike/shared/kit/format';
import { useT } from '../../app/wording.ts';
import css from './dashboard.module.css';

const money = (fen: number): string => formatMoney(fen, { decimals: 2 });

/** By how many percent today is above yesterday; null when there was nothing to compare with. */
const growthOf = (today: number, yesterday: number): number | null =>
  yesterday === 0 ? null : Math.round((today / yesterday - 1) * 100);

const signed = (percent: number): string => `${percent < 0 ? '−' : '+'}${formatNumber(Math.abs(percent))}%`;

/** What was paid today, against yesterday until the same hour, and the fourteen days. */
export function Money({
  money: { today, yesterday, orders, refunded, month, days },
}: {
  money: NonNullable<Dashboard['money']>;
}) {
  const t = useT();
  const growth = growthOf(today, yesterday);
  const most = Math.max(1, ...days.map(({ amount }) => amount));
  return (
    <section className={css['panel']} aria-label={t('admin.dashboard.money')}>
      <header className={css['head']}>
        <h2>{t('admin.dashboard.money')}</h2>
        <Link to="/admin/pay-orders">{t('admin.dashboard.open_list')}</Link>
      </header>
      <p className={css['sum']}>{money(today)}</p>
      <p className={css['under']}>
        <span className={growth === null ? undefined : growth < 0 ? css['less'] : css['more']}>
          {growth === null
            ? t('admin.dashboard.yesterday_sum', { amount: money(yesterday) })
            : t('admin.dashboard.against', { percent: signed(growth) })}
        </span>
        {' · '}
        {t('admin.dashboard.order_count', { count: formatNumber(orders) })}
        {refunded > 0 ? ` · ${t('admin.dashboard.refunded', { amount: money(refunded) })}` : ''}
      </p>
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
      <p className={css['under']}>
        {t('admin.dashboard.month')} <b className="kk-number">{money(month)}</b>
      </p>
    </section>
  );
}
