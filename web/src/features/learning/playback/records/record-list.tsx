import { Link } from 'react-router';
import accountWords from 'virtual:locale/account';
import type { MyRecord } from '@kaike/shared/contracts/learning/watching';
import { formatSpan } from '@kaike/shared/kit/format';
import { useDates } from '../../../../app/dates.ts';
import { useLocale } from '../../../../app/wording.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { ProgressBar } from '../../../../ui/parts.tsx';
import css from './records.module.css';

function RecordLine({ record }: { record: MyRecord }) {
  const dates = useDates();
  const t = accountWords.useT();
  const locale = useLocale();
  return (
    <li>
      <Link className={css['record']} to={`/home/lessons/${record.lesson_id}`}>
        <span className={css['recordText']}>
          <strong>{record.lesson_title}</strong>
          <span className={css['quiet']}>{record.course_title}</span>
          <ProgressBar percent={record.percent} label={t('watching.records.percent', { percent: record.percent })} />
          <span className={css['facts']}>
            {record.completed_at ? (
              <span className={css['done']}>
                <Icon name="check" size={15} />
                {t('watching.records.done')}
              </span>
            ) : (
              <span>
                {t('watching.records.percent', { percent: record.percent })}
                {record.missing_sec > 0
                  ? ` · ${t('watching.records.missing', { time: formatSpan(record.missing_sec, locale) })}`
                  : ''}
              </span>
            )}
            <span>{t('watching.records.course_time', { time: formatSpan(record.study_sec, locale) })}</span>
            <time dateTime={record.last_at}>{dates.when(record.last_at)}</time>
          </span>
        </span>
        <Icon name="right" size={18} />
      </Link>
    </li>
  );
}

/** Lessons by the time they were last watched. */
export function RecordList({ records }: { records: readonly MyRecord[] }) {
  return (
    <ul className={css['records']}>
      {records.map((record) => (
        <RecordLine key={record.id} record={record} />
      ))}
    </ul>
  );
}
