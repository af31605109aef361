import type { learningRecords } from '@kaike/shared/resources/learning/learning-records';
import { formatClock } from '@kaike/shared/kit/format';
import { useT } from '../../../app/wording.ts';
import type { PanelProps, ResourceView, ShownRowOf } from '../../../kit/resource-view.ts';
import css from './records.module.css';

type Row = ShownRowOf<typeof learningRecords>;

type Detail = { seen?: [number, number][]; missing_sec?: number; complete_percent?: number; chapter_title?: string };

const share = (seconds: number, duration: number): string =>
  `${duration > 0 ? Math.min(100, (seconds / duration) * 100) : 0}%`;

/** The seen parts of the lesson: the same map as below the player's bar. */
function SeenPanel({ row }: PanelProps<typeof learningRecords, Detail>) {
  const t = useT();
  const words = (key: string, params: Record<string, string | number> = {}): string =>
    t(`resources.learning-records.detail.${key}`, params);
  const { seen = [], missing_sec: missing = 0, complete_percent: percent = 0, chapter_title: chapter = '' } = row;
  const duration = Number(row.duration_sec);
  const suspicious = Number(row.suspicious);
  return (
    <section className={css['panel']}>
      <h3>{String(row.lesson_title)}</h3>
      <p className="kk-muted">{words('place', { course: String(row.labels?.course_id ?? ''), chapter })}</p>
      <div
        className={css['map']}
        role="img"
        aria-label={seen.map(([from, to]) => `${formatClock(from)}–${formatClock(to)}`).join(', ') || words('not_seen')}
      >
        {seen.map(([from, to]) => (
          <i
            key={from}
            style={{ left: share(from, duration), width: share(to - from, duration) }}
            title={`${formatClock(from)}–${formatClock(to)}`}
          />
        ))}
      </div>
      <div className={css['scale']}>
        <span>0:00</span>
        <span>{formatClock(duration)}</span>
      </div>
      <p className={css['legend']}>
        <i className={css['seen']} />
        {words('seen')}
        <i />
        {words('missing')}
      </p>
      <p>
        {row.completed_at ? words('finished') : words('still_missing', { time: formatClock(missing) })} ·{' '}
        <span className="kk-muted">{words('rule', { percent })}</span>
      </p>
      {suspicious > 0 ? <p className={css['doubt']}>{words('suspicious', { count: suspicious })}</p> : null}
      {seen.length > 0 ? (
        <ol className={css['stretches']}>
          {seen.map(([from, to]) => (
            <li key={from}>
              {formatClock(from)}–{formatClock(to)}
            </li>
          ))}
        </ol>
      ) : (
        <p className="kk-muted">{words('not_seen')}</p>
      )}
    </section>
  );
}

const bar = (row: Row) => (
  <span className={css['percent']}>
    <i style={{ width: `${Number(row.percent)}%` }} />
    <b className="kk-number">{Number(row.percent)}%</b>
  </span>
);

export const resourceView: ResourceView<typeof learningRecords> = {
  panels: [
    {
      key: 'seen',
      wording: 'resources.learning-records.detail.title',
      panel: SeenPanel,
      permission: 'show',
      first: true,
    },
  ],
  cells: { percent: bar },
};
