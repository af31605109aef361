import words from 'virtual:locale/developments';
import type { TableEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { formatBytes } from '@kaike/shared/kit/format';
import { useLocale } from '../../../app/wording.ts';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

type TableView = 'columns' | 'indexes';

function Parts({ table, part }: { table: TableEntry; part: TableView }) {
  const t = words.useT();
  const lines =
    part === 'columns'
      ? table.columns.map(
          ({ name, type, required, initial }) =>
            `${name} ${type}${required ? ' not null' : ''}${initial === null ? '' : ` default ${initial}`}`,
        )
      : table.indexes.map(({ definition, scans }) => `${definition} (${t('developments.scans', { count: scans })})`);
  return (
    <details>
      <summary>{t(`developments.parts.${part}`, { count: lines.length })}</summary>
      <ul>
        {lines.map((line) => (
          <li key={line} className={css['code']}>
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Size({ bytes }: { bytes: number }) {
  const locale = useLocale();
  return formatBytes(bytes, locale);
}

const columns: readonly EntryColumn<TableEntry>[] = [
  { key: 'table', cell: ({ name }) => <span className={css['code']}>{name}</span> },
  { key: 'rows', cell: ({ rows }) => rows },
  { key: 'size', cell: ({ bytes }) => <Size bytes={bytes} /> },
  { key: 'columns', cell: (table) => <Parts table={table} part="columns" /> },
  { key: 'indexes', cell: (table) => <Parts table={table} part="indexes" /> },
];

const textOf = ({ name, columns: all }: TableEntry): string => [name, ...all.map((column) => column.name)].join(' ');

export function TablesTab() {
  return (
    <Loaded contract={developments.listTables}>
      {({ tables }) => <EntryTable entries={tables} columns={columns} idOf={({ name }) => name} textOf={textOf} />}
    </Loaded>
  );
}
