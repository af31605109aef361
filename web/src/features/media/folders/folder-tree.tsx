import { Fragment, useState, type KeyboardEvent } from 'react';
import { mediaFolders } from '@kaike/shared/resources/media-folders';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { useCan } from '../../../app/session.ts';
import { toast } from '../../../app/toasts.ts';
import { useT } from '../../../app/wording.ts';
import { KitIcon } from '../../../kit/kit-icon.tsx';
import { useTree, type TreeRow } from '../../../kit/list/tree/use-tree.ts';
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

/** Where the list stands, and the writes on folders. */
function useFolders({ state }: BesideProps) {
  const words = useWords(mediaFolders);
  const reload = useReload(mediaFolders.name);
  const tree = useTree(mediaFolders, '');
  const show = (id: number | 'none' | null): void =>
    state.set({
      [keys.below]: typeof id === 'number' ? String(id) : null,
      [keys.exact]: id === 'none' ? 'null' : null,
    });
  return {
    tree,
    show,
    current: Number(state.get(keys.below)) || null,
    is_none: state.get(keys.exact) === 'null',
    create: async (name: string, parent: number | null): Promise<void> => {
      const { id } = (await request('POST', urlOf(mediaFolders), {
        body: { name, parent_id: parent },
        keeps_alert: true,
      })) as { id: number };
      if (parent !== null) tree.open(parent);
      reload();
      show(id);
    },
    rename: async (row: Row, name: string): Promise<void> => {
      await request('PUT', `${urlOf(mediaFolders)}/${row.id}`, {
        body: { name, version: row.version },
        keeps_alert: true,
      });
      reload();
    },
    remove: async (row: Row): Promise<void> => {
      const { confirmDelete } = await import('../../../kit/list/rows/delete-rows.tsx');
      const gone = (): void => {
        reload();
        show(null);
      };
      const target = { rows: [row], matching: null };
      await confirmDelete({ definition: mediaFolders, words, reload: gone, target, deselect: () => undefined });
    },
  };
}

/** A button of the folder that is open. */
function Tool({ icon, label, press }: { icon: string; label: string; press: () => void }) {
  return (
    <button type="button" className="kk-mini" aria-label={label} title={label} onClick={press}>
      <KitIcon name={icon} size={14} />
    </button>
  );
}

type FolderProps = {
  folder: TreeRow;
  folders: ReturnType<typeof useFolders>;
  edit: () => void;
};

function Folder({ folder: { row, depth, has_children: isParent }, folders, edit }: FolderProps) {
  const t = useT();
  const { tree, show, current, remove } = folders;
  const [mayUpdate, mayDelete] = [useCan('admin.media-folders.update'), useCan('admin.media-folders.delete')];
  const name = String(row['name']);
  const isCurrent = row.id === current;
  return (
    <li className={css['row']} data-current={isCurrent} style={{ paddingLeft: depth * indent }}>
      {isParent ? (
        <button
          type="button"
          className={css['caret']}
          aria-expanded={tree.isOpen(row.id)}
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
      {isCurrent && mayUpdate ? <Tool icon="pencil" label={t('media.folders.rename', { name })} press={edit} /> : null}
      {isCurrent && mayDelete ? (
        <Tool icon="trash" label={t('media.folders.delete', { name })} press={() => void remove(row)} />
      ) : null}
      {isCurrent ? null : <span className={css['count']}>{Number(row['file_count']).toLocaleString()}</span>}
    </li>
  );
}

/** All files, or those in no folder. */
function Choice({ label, isCurrent, choose }: { label: string; isCurrent: boolean; choose: () => void }) {
  return (
    <li className={css['row']} data-current={isCurrent}>
      <button type="button" className={css['folder']} aria-current={isCurrent ? 'true' : undefined} onClick={choose}>
        {label}
      </button>
    </li>
  );
}

/** The folders beside the library: choosing one shows its files and those of the folders in it; what is searched stays. */
export function FolderTree(props: BesideProps) {
  const t = useT();
  const folders = useFolders(props);
  const { tree, show, current, is_none: isNone, create, rename } = folders;
  const [edit, setEdit] = useState<Edit | null>(null);
  const mayCreate = useCan('admin.media-folders.create');
  const close = (): void => setEdit(null);
  const add = (): void => {
    if (current !== null) tree.open(current);
    setEdit({ kind: 'new', parent: current });
  };
  const newBelow = (parent: number | null, label: string, depth: number) =>
    edit?.kind === 'new' && edit.parent === parent ? (
      <NameInput label={label} depth={depth} save={(name) => create(name, parent)} close={close} />
    ) : null;
  return (
    <nav className={css['folders']} aria-label={t('media.folders.title')}>
      <header>
        <strong>{t('media.folders.title')}</strong>
        {mayCreate ? <Tool icon="plus" label={t('media.folders.new')} press={add} /> : null}
      </header>
      <ul>
        <Choice label={t('media.folders.all')} isCurrent={current === null && !isNone} choose={() => show(null)} />
        <Choice label={t('media.folders.none')} isCurrent={isNone} choose={() => show('none')} />
        {newBelow(null, t('media.folders.new'), 0)}
        {tree.rows.map((folder) => {
          const { row, depth } = folder;
          const name = String(row['name']);
          return (
            <Fragment key={row.id}>
              {edit?.kind === 'name' && edit.id === row.id ? (
                <NameInput
                  label={t('media.folders.rename', { name })}
                  initial={name}
                  depth={depth}
                  save={(changed) => rename(row, changed)}
                  close={close}
                />
              ) : (
                <Folder folder={folder} folders={folders} edit={() => setEdit({ kind: 'name', id: row.id })} />
              )}
              {newBelow(row.id, t('media.folders.new_in', { name }), depth + 1)}
            </Fragment>
          );
        })}
      </ul>
    </nav>
  );
}
