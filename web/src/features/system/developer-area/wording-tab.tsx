import words from 'virtual:locale/developments';
import type { WordingEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { languages, locales } from '@kaike/shared/locales/languages';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

function State({ state }: Pick<WordingEntry, 'state'>) {
  const t = words.useT();
  return t(`developments.wording.${state}`);
}

const columns: readonly EntryColumn<WordingEntry>[] = [
  { key: 'state', cell: ({ state }) => <State state={state} /> },
  {
    key: 'key',
    cell: ({ key, file }) => (
      <div className={css['key']}>
        <span className={css['code']}>{key}</span>
        <br />
        <span className="kk-muted">{file}</span>
      </div>
    ),
  },
  {
    key: 'text',
    cell: (entry) => (
      <ul className={css['texts']}>
        {locales.map((locale) => (
          <li key={locale} lang={locale}>
            {entry.words[locale] ?? '–'}
          </li>
        ))}
      </ul>
    ),
  },
];

const textOf = ({ key, file, words: texts }: WordingEntry): string => [key, file, ...Object.values(texts)].join(' ');

/** The texts of all languages, what a language lacks and what no source names first. */
export function WordingTab() {
  const t = words.useT();
  return (
    <Loaded contract={developments.listWording}>
      {({ entries }) => (
        <>
          <p className={`kk-muted ${css['summary']}`}>
            {locales
              .map((locale) =>
                t('developments.wording.language', {
                  name: languages[locale].name,
                  count: entries.filter((entry) => entry.words[locale]).length,
                }),
              )
              .join(' · ')}
            {' · '}
            {t('developments.wording.unused_count', {
              count: entries.filter(({ state }) => state === 'unused').length,
            })}
          </p>
          <EntryTable entries={entries} columns={columns} idOf={({ key }) => key} textOf={textOf} />
        </>
      )}
    </Loaded>
  );
}
