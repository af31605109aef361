import { Link } from 'react-router';
import type { Dashboard } from '@kaike/shared/contracts/office/dashboard';
import { formatDateTime, formatRelative } from '@kaike/shared/kit/format';
import { useLocale, useT } from '../../../app/wording.ts';
import { wordsOf } from '../../../kit/words/use-words.ts';
import css from './dashboard.module.css';

/** The latest changes, each with its author and a link to its log entry. */
export function Recent({ entries }: { entries: Dashboard['recent'] }) {
  const t = useT();
  const locale = useLocale();
  return (
    <section className={css['recent']}>
      <header className={css['head']}>
        <h2>{t('admin.dashboard.recent')}</h2>
        <Link to="/admin/logs">{t('admin.dashboard.open_list')}</Link>
      </header>
      <ul>
        {entries.map((entry) => {
          const words = wordsOf(t, entry.resource);
          return (
            <li key={entry.id}>
              <Link
                to={`/admin/logs/${entry.id}`}
              >{`${entry.operator} · ${words.action(entry.action)} · ${words.name}${entry.record_title ? ` “${entry.record_title}”` : ''}`}</Link>
              <time dateTime={entry.created_at} title={formatDateTime(entry.created_at)}>
                {formatRelative(entry.created_at, { now: new Date(), locale })}
              </time>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
