import { useState, type KeyboardEvent } from 'react';
import { mediaFolders } from '@kaike/shared/resources/media-folders';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { useTree } from '../../../kit/list/tree/use-tree.ts';
import type { BesideProps, Row } from '../../../kit/resource-view.ts';
import { urlOf, useReload } from '../../../kit/use-resource.ts';
import { useWords } from '../../../kit/words/use-words.ts';
import css from './folders.module.css';

const indent = 14;
const keys = { exact: 'where[folder_id]', below: 'where[folder_id][below]' } as const;

/** The name of a folder while it is typed: Enter stores it, Escape leaves it. */
function NameInput({
  label,
  initial = '',
  depth,
  save,
  close,
}: {
  label: string;
  initial?: string;
  depth: number;
  save: (name: string) => Promise<void>;
  close: () => void;
}) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const store = async (): Promise<void> => {
    const text = name.trim();
    if (busy) return;
    if (text === '' || text === initial) return close();
    setBusy(true);
    try {
      await save(text);
      close();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!error.handled) toast('error', Object.values(error.errors)[0]?.[0] ?? error.message);
      setBusy(false);
    }
    return undefined;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') void store();
    if (event.key === 'Escape') close();
  };
  return (
    <li style={{ paddingLeft: depth * indent }}>
      <input
        className={`kk-input ${css['name']}`}
        autoFocus
        value={name}
        maxLength={50}
        aria-label={label}
        placeholder={label}
        onChange={(event) => setName(event.target.value)}
        onBlur={() => void store()}
        onKeyDown={onKeyDown}
      />
    </li>
  );
}

type Edit = { kind: 'new'; parent: number | null } | { kind: 'name'; id: number };

/** The folders beside the library: choosing one shows its files and those of the folders in it; what is searched stays. */
export function FolderTree({ state }: BesideProps) {
  const t = useT();
  const words = useWords(mediaFolders);
  const reload = useReload(mediaFolders.name);
  const tree = useTree(mediaFolders, '');
  const [edit, setEdit] = useState<Edit | null>(null);
  const [mayCreate, mayUpdate, mayDelete] = [
    useCan('admin.media-folders.create'),
    useCan('admin.media-folders.update'),
    useCan('admin.media-folders.delete'),
  ];
  const current = Number(state.get(keys.below)) || null;
  const isNone = state.get(keys.exact) === 'null';
  const show = (id: number | 'none' | null): void =>
    state.set({
      [keys.below]: typeof id === 'number' ? String(id) : null,
      [keys.exact]: id === 'none' ? 'null' : null,
    });
  const create = async (name: string, parent: number | null): Promise<void> => {
    const { id } = (await request('POST', urlOf(mediaFolders), {
      body: { name, parent_id: parent },
      keeps_alert: true,
    })) as { id: number };
    if (parent !== null) tree.open(parent);
    reload();
    show(id);
  };
  const rename = async (row: Row, name: string): Promise<void> => {
    await request('PUT', `${urlOf(mediaFolders)}/${row.id}`, {
      body: { name, version: row.version },
      keeps_alert: true,
    });
    reload();
  };
  const remove = async (row: Row): Promise<void> => {
    const { confirmDelete } = await import('../../../kit/list/rows/delete-rows.tsx');
    const gone = (): void => {
      reload();
      show(null);
    };
    const target = { rows: [row], matching: null };
    await confirmDelete({ definition: mediaFolders, words, reload: gone, target, deselect: () => undefined });
  };
  const choice = (id: 'none' | null, label: string, isCurrent: boolean) => (
    <li className={css['row']} data-current={isCurrent}>
      <button
        type="button"
        className={css['folder']}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => show(id)}
      >
        {label}
      </button>
    </li>
  );
  return (
    <nav className={css['folders']} aria-label={t('media.folders.title')}>
      <header>
        <strong>{t('media.folders.title')}</strong>
        {mayCreate ? (
          <button
            type="button"
            className="kk-mini"
            aria-label={t('media.folders.new')}
            title={t('media.folders.new')}
            onClick={() => {
              if (current !== null) tree.open(current);
              setEdit({ kind: 'new', parent: current });
            }}
          >
            <KitIcon name="plus" />
          </button>
        ) : null}
      </header>
      <ul>
        {choice(null, t('media.folders.all'), current === null && !isNone)}
        {choice('none', t('media.folders.none'), isNone)}
        {edit?.kind === 'new' && edit.parent === null ? (
          <NameInput
            label={t('media.folders.new')}
            depth={0}
            save={(name) => create(name, null)}
            close={() => setEdit(null)}
          />
        ) : null}
        {tree.rows.flatMap(({ row, depth, has_children: isParent }) => {
          const name = String(row['name']);
          const isCurrent = row.id === current;
          if (edit?.kind === 'name' && edit.id === row.id)
            return [
              <NameInput
                key={row.id}
                label={t('media.folders.rename', { name })}
                initial={name}
                depth={depth}
                save={(changed) => rename(row, changed)}
                close={() => setEdit(null)}
              />,
            ];
          const isOpen = tree.isOpen(row.id);
          return [
            <li key={row.id} className={css['row']} data-current={isCurrent} style={{ paddingLeft: depth * indent }}>
              {isParent ? (
                <button
                  type="button"
                  className={css['caret']}
                  aria-expanded={isOpen}
                  aria-label={t('media.folders.open', { name })}
                  onClick={() => tree.toggle(row.id)}
                >
                  <KitIcon name="chevron" size={12} />
                </button>
              ) : (
                <span className={css['caret']} />
              )}
              <button
                type="button"
                className={css['folder']}
                aria-current={isCurrent ? 'true' : undefined}
                title={name}
                onClick={() => show(row.id)}
              >
                {name}
              </button>
              {isCurrent && mayUpdate ? (
                <button
                  type="button"
                  className="kk-mini"
                  aria-label={t('media.folders.rename', { name })}
                  title={t('media.folders.rename', { name })}
                  onClick={() => setEdit({ kind: 'name', id: row.id })}
                >
                  <KitIcon name="pencil" size={14} />
                </button>
              ) : null}
              {isCurrent && mayDelete ? (
                <button
                  type="button"
                  className="kk-mini"
                  aria-label={t('media.folders.delete', { name })}
                  title={t('media.folders.delete', { name })}
                  onClick={() => void remove(row)}
                >
                  <KitIcon name="trash" size={14} />
                </button>
              ) : null}
              {isCurrent ? null : <span className={css['count']}>{Number(row['file_count']).toLocaleString()}</span>}
            </li>,
            edit?.kind === 'new' && edit.parent === row.id ? (
              <NameInput
                key={`below-${row.id}`}
                label={t('media.folders.new_in', { name })}
                depth={depth + 1}
                save={(below) => create(below, row.id)}
                close={() => setEdit(null)}
              />
            ) : null,
          ];
        })}
      </ul>
    </nav>
  );
}
