import words from 'virtual:locale/developments';
import type { SettingEntry } from '@kaike/shared/contracts/system/developments';
import * as developments from '@kaike/shared/contracts/system/developments';
import css from './developer-area.module.css';
import { EntryTable, type EntryColumn } from './entry-table.tsx';
import { Loaded } from './loaded.tsx';

function Stored({ isStored }: { isStored: boolean }) {
  const t = words.useT();
  return isStored ? t('developments.stored') : '–';
}

const code = (text: string) => <span className={css['code']}>{text}</span>;

const columns: readonly EntryColumn<SettingEntry>[] = [
  { key: 'key', cell: ({ key }) => code(key) },
  { key: 'group', cell: ({ group }) => code(group) },
  { key: 'kind', cell: ({ kind }) => code(kind) },
  { key: 'initial', cell: ({ initial }) => <span className={`${css['code']} ${css['list']}`}>{initial}</span> },
  { key: 'stored', cell: ({ is_stored }) => <Stored isStored={is_stored} /> },
];

/** Every setting, by group, with its default. */
export function SettingsTab() {
  return (
    <Loaded contract={developments.listSettings}>
      {({ settings }) => (
        <EntryTable
          entries={settings}
          columns={columns}
          idOf={({ key }) => key}
          textOf={({ key, group, kind }) => `${key} ${group} ${kind}`}
        />
      )}
    </Loaded>
  );
}
