import words from 'virtual:locale/errors';
import { errors } from '@kaike/shared/errors';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';

type Entry = { code: string; status: number; text: string };

const columns: readonly EntryColumn<Entry>[] = [
  { key: 'code', cell: ({ code }) => <span className={css['code']}>{code}</span> },
  { key: 'status', cell: ({ status }) => status },
  { key: 'text', cell: ({ text }) => text },
];

/** Every error code with its status and its words in the language of the reader. */
export function ErrorsTab() {
  const t = words.useT();
  const entries = Object.entries(errors).map(([code, status]): Entry => ({ code, status, text: t(`errors.${code}`) }));
  return (
    <EntryTable
      entries={entries}
      columns={columns}
      idOf={({ code }) => code}
      textOf={({ code, status, text }) => `${code} ${status} ${text}`}
    />
  );
}
