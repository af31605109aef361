import { useDeferredValue, useState, type ReactNode } from 'react';
import words from 'virtual:locale/developments';
import css from './developer-area.module.css';
import { SearchBox } from './search-box.tsx';

/** More rows than a person reads; the search box finds the others. */
const shownRows = 300;

export type EntryColumn<Entry> = { key: string; cell: (entry: Entry) => ReactNode };

type Props<Entry> = {
  entries: readonly Entry[];
  /** Wording keys below `developments.columns`. */
  columns: readonly EntryColumn<Entry>[];
  idOf: (entry: Entry) => string;
  /** What the search box looks in. */
  textOf: (entry: Entry) => string;
};

/** A list with a search box, for entries that are all there; it shows the first few hundred. */
export function EntryTable<Entry>({ entries, columns, idOf, textOf }: Props<Entry>) {
  const t = words.useT();
  const [typed, setTyped] = useState('');
  const sought = useDeferredValue(typed);
  const matches = entries.filter((entry) => textOf(entry).toLowerCase().includes(sought));
  return (
    <>
      <SearchBox count={matches.length} onSearch={setTyped} />
      {matches.length === 0 ? (
        <p className="kk-muted">{t('developments.none')}</p>
      ) : (
        <div className={css['scroll']}>
          <table className={css['table']}>
            <thead>
              <tr>
                {columns.map(({ key }) => (
                  <th key={key} scope="col">
                    {t(`developments.columns.${key}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {matches.slice(0, shownRows).map((entry) => (
                <tr key={idOf(entry)}>
                  {columns.map(({ key, cell }) => (
                    <td key={key}>{cell(entry)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
