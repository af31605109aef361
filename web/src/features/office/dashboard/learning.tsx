import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { formatChange, formatSpan } from '@kaike/shared/kit/format';
import { useCan } from '../../../app/session.ts';
import { useLocale, useT } from '../../../app/wording.ts';
import css from './dashboard.module.css';

type Day = Dashboard['trend'][number];
type Key = Exclude<keyof Day, 'day'>;

const week = 7;
const [width, height] = [96, 28];

/** The week as a line; the numbers are in the trend below. */
function Spark({ values }: { values: readonly number[] }) {
  const most = Math.max(1, ...values);
  const points = values.map(
    (value, index) =>
      `${(index / Math.max(1, values.length - 1)) * width},${height - (value / most) * (height - 2) - 1}`,
  );
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className={css['spark']}>
      <polyline points={points.join(' ')} />
    </svg>
  );
}

function Figure({ name, trend, url }: { name: Key; trend: Dashboard['trend']; url: string }) {
  const t = useT();
  const locale = useLocale();
  const write = (value: number): string =>
    name === 'study_sec' ? formatSpan(value, locale) : t(`admin.dashboard.amounts.${name}`, { count: value });
  const last = trend.slice(-week).map((day) => day[name]);
  const [before = 0, today = 0] = last.slice(-2);
  const signed = (amount: string): string => `${today < before ? '−' : '+'}${amount}`;
  return (
    <Link className="kk-tile" to={url}>
      <span className="kk-muted">{t(`admin.dashboard.figures.${name}`)}</span>
      <span className={css['figure']}>
        <b>{write(today)}</b>
        <Spark values={last} />
      </span>
      <span className={today > before ? css['more'] : today < before ? css['less'] : 'kk-muted'}>
        {today === before
          ? t('admin.dashboard.as_yesterday')
          : t('admin.dashboard.on_yesterday', {
              change:
                name === 'study_sec'
                  ? signed(formatSpan(Math.abs(today - before), locale))
                  : formatChange(today - before),
            })}
      </span>
    </Link>
  );
}

/** How the school learns today, each figure beside yesterday's and the line of its week. */
export function Learning({ trend }: { trend: Dashboard['trend'] }) {
  const figures: [Key, string, boolean][] = [
    ['activations', '/admin/cards?order[activated_at]=desc', useCan('admin.cards.list')],
    ['studying', '/admin/members?order[last_study_at]=desc', useCan('admin.learning-records.list')],
    ['joined', '/admin/members?order[created_at]=desc', useCan('admin.members.list')],
    ['study_sec', '/admin/learning-records', useCan('admin.learning-records.list')],
  ];
  return (
    <div className={`kk-tiles ${css['figures'] ?? ''}`}>
      {figures
        .filter(([, , isOpen]) => isOpen)
        .map(([name, url]) => (
          <Figure key={name} name={name} trend={trend} url={url} />
        ))}
    </div>
  );
}
