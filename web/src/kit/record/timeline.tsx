import { useQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import * as logs from '@kaike/shared/contracts/office/logs';
import { formatMinute } from '@kaike/shared/kit/dates/format-when';
import { isLogged } from '@kaike/shared/resources/office/logs';
import { call } from '../../api/client.ts';
import { useCan } from '../../app/session.ts';
import { useLocale } from '../../app/wording.ts';
import { wordsOf, type ResourceWording } from '../words/use-words.ts';
import { isEmptyValue, plainValue } from './field-value.tsx';
import css from './record.module.css';
import type { RelatedList } from './use-related.ts';

type Entry = { key: string; kind: string; at: string; url: string; what: ReactNode };

const shownEntries = 10;
/** Values of a row that say what happened. */
const valuesShown = 2;
const plain = {};
const log = 'log';

/** Related rows by their moment. */
function entriesOf({ related, definition, page }: RelatedList, t: ResourceWording['t']): Entry[] {
  const { at, resource, columns } = related;
  if (!at) return [];
  const words = wordsOf(t, resource);
  return (page?.data ?? [])
    .filter((row) => !isEmptyValue(row[at]))
    .map((row) => ({
      key: `${resource}:${row.id}`,
      kind: resource,
      at: String(row[at]),
      url: `/admin/${resource}?open=${row.id}`,
      what: columns
        .filter((name) => name !== at && !isEmptyValue(row[name]))
        .slice(0, valuesShown)
        .map((name, index) => (
          <Fragment key={name}>
            {index > 0 ? ' · ' : ''}
            {plainValue({ definition, row, name, words, view: plain })}
          </Fragment>
        )),
    }));
}

/** What the back office did with the record; nothing for those who may not read the log. */
function useLogEntries(resource: string, id: number, words: ResourceWording): Entry[] {
  const mayRead = useCan('admin.logs.list') && isLogged(resource);
  const { data } = useQuery({
    queryKey: ['logs', 'history', resource, id, 'timeline'],
    enabled: mayRead,
    staleTime: 0,
    queryFn: () => call(logs.getRecordHistory, { query: { resource, record_id: String(id) }, quiet: true }),
  });
  return (data?.data ?? []).map((entry) => ({
    key: `${log}:${entry.id}`,
    kind: log,
    at: entry.created_at,
    url: `/admin/logs?open=${entry.id}`,
    what: [`${entry.operator} · ${words.action(entry.action)}`, entry.reason].filter(Boolean).join(' · '),
  }));
}

type Props = { resource: string; id: number; lists: readonly RelatedList[]; words: ResourceWording };

/** What happened to a record, newest first: its related rows by their moment, and what the back office did with it. */
export function Timeline({ resource, id, lists, words }: Props) {
  const { t } = words;
  const locale = useLocale();
  const [kind, setKind] = useState('');
  const logged = useLogEntries(resource, id, words);
  const all = [...lists.flatMap((list) => entriesOf(list, t)), ...logged].toSorted((a, b) => b.at.localeCompare(a.at));
  const kinds = [...new Set(all.map((entry) => entry.kind))];
  if (all.length < 2) return null;
  const now = new Date();
  const nameOf = (name: string): string => (name === log ? t('kit.timeline.log') : words.related(name));
  const shown = all.filter((entry) => kind === '' || entry.kind === kind).slice(0, shownEntries);
  return (
    <section className={css['section']} aria-label={t('kit.timeline.title')}>
      <header>
        <h3>{t('kit.timeline.title')}</h3>
        {kinds.length > 1 ? (
          <span className={css['kinds']}>
            {['', ...kinds].map((name) => (
              <button key={name} type="button" aria-pressed={name === kind} onClick={() => setKind(name)}>
                {name === '' ? t('kit.timeline.all') : nameOf(name)}
              </button>
            ))}
          </span>
        ) : null}
      </header>
      <ol className={css['timeline']}>
        {shown.map((entry) => (
          <li key={entry.key} className={entry.kind === log ? undefined : css['own']}>
            <Link to={entry.url}>
              <span className="kk-muted">{nameOf(entry.kind)}</span> {entry.what}
            </Link>
            <time dateTime={entry.at}>{formatMinute(entry.at, { locale, now })}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
