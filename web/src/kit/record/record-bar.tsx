import { Suspense } from 'react';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { RowActions } from '../form/row-actions.tsx';
import { renderCell } from '../fields/cells.tsx';
import { CopyButton } from '../list/rows/copy-button.tsx';
import type { ResourceView } from '../resource-view.ts';
import type { LoadedRow } from '../use-resource.ts';
import { capital, type ResourceWording } from '../words/use-words.ts';
import css from './record.module.css';

type Props = {
  definition: ResourceDefinition;
  loaded: LoadedRow;
  words: ResourceWording;
  view: ResourceView;
  isPage: boolean;
  reload: () => void;
};

/** The state of a record; nothing when it has no such field. */
export function StatusTag({ definition, loaded, words }: Pick<Props, 'definition' | 'loaded' | 'words'>) {
  const name = definition.status?.field;
  const field = name ? definition.fields[name] : undefined;
  if (!name || !field || loaded.row[name] === undefined) return null;
  return <>{renderCell({ row: loaded.row, name, field, choices: loaded.maps[name] ?? [], t: words.t })}</>;
}

/** What a record is, with the number that people ask for, and what can be done with it. */
export function RecordBar({ definition, loaded, words, view, isPage, reload }: Props) {
  const { row, permissions } = loaded;
  const [key = ''] = definition.list.copy ?? [];
  const number = String(row[key] ?? '');
  const isTitle = key === definition.title;
  const Buttons = view.buttons;
  if (view.has_own_actions) return null;
  return (
    <div className={css['bar']}>
      <span className={css['number_line']}>
        {capital(words.one)} {isTitle ? null : number === '' ? `#${row.id}` : number}
        <CopyButton text={number} words={words} />
        {isPage ? <StatusTag definition={definition} loaded={loaded} words={words} /> : null}
      </span>
      <RowActions definition={definition} loaded={loaded} words={words} listsChecks={isPage} reload={reload}>
        <Suspense>{Buttons ? <Buttons row={row} permissions={permissions} reload={reload} /> : null}</Suspense>
      </RowActions>
    </div>
  );
}
