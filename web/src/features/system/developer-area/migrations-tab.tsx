import words from 'virtual:locale/developments';
import type { MigrationEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import { useDates } from '../../../app/dates.ts';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

function Applied({ at }: { at: string | null }) {
  const t = words.useT();
  const dates = useDates();
  return at === null ? t('developments.waiting') : dates.minute(at);
}

const columns: readonly EntryColumn<MigrationEntry>[] = [
  { key: 'migration', cell: ({ name }) => <span className={css['code']}>{name}</span> },
  { key: 'applied_at', cell: ({ applied_at: at }) => <Applied at={at} /> },
];

const nameOf = ({ name }: MigrationEntry): string => name;

export function MigrationsTab() {
  return (
    <Loaded contract={developments.listMigrations}>
      {({ migrations }) => <EntryTable entries={migrations} columns={columns} idOf={nameOf} textOf={nameOf} />}
    </Loaded>
  );
}
