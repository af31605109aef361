import { Fragment, useEffect, useState, type DragEvent, type KeyboardEvent } from 'react';
import { media } from '@kaike/shared/resources/catalog/media';
import { mediaFolders } from '@kaike/shared/resources/catalog/media-folders';
import { ApiError } from '../../../../api/api-error.ts';
import { request } from '../../../../api/client.ts';
import { useCan } from '../../../../app/session.ts';
import { toast } from '../../../../app/toasts.ts';
import { useT } from '../../../../app/wording.ts';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import { useTree, type ShownTreeRow } from '../../../../kit/list/tree/use-tree.ts';
import type { BesideProps, ShownRow } from '../../../../kit/resource-view.ts';
import { urlOf, useReload } from '../../../../kit/use-resource.ts';
import { useWords } from '../../../../kit/words/use-words.ts';
import { fileCount } from './file-count.ts';
import css from './folders.module.css';
import { isComposing } from '../../../../form/is-composing.ts';

const indent = 14;
/** How long files are held over a closed folder until it opens. */
const openingMs = 700;
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
    if (isComposing(event)) return;
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
function useFolders({ state }: Pick<BesideProps, 'state'>) {
  const words = useWords(mediaFolders);
  // Each shows how many files it has, and the list of files how its folder is called.
  const reloadFiles = useReload(media.name);
  const reloadFolders = useReload(mediaFolders.name);
  const reload = (): void => {
    reloadFiles();
    reloadFolders();
  };
  const tree = useTree(mediaFolders, '', media.name);
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
    rename: async (row: ShownRow, name: string): Promise<void> => {
      await request('PUT', `${urlOf(mediaFolders)}/${row.id}`, {
        body: { name, version: row.version },
        keeps_alert: true,
      });
      reload();
    },
    remove: async (row: ShownRow): Promise<void> => {
      const { confirmDelete } = await import('../../../../kit/list/rows/delete-rows.tsx');
      const gone = (): void => {
        reload();
        show(null);
      };
      const target = { rows: [row], matching: null };
      await confirmDelete({ definition: mediaFolders, words, reload: gone, target, deselect: () => undefined });
    },
  };
}

type FolderId = number | 'none';

/** Files that are dragged land in the folder they are dropped on; a closed one opens under them. */
function useDropPlace(drop: BesideProps['drop'], open: (id: number) => void) {
  const [over, setOver] = useState<FolderId | null>(null);
  const place = drop?.is_open ? over : null;
  useEffect(() => {
    if (typeof place !== 'number') return;
    const timer = setTimeout(() => open(place), openingMs);
    return () => clearTimeout(timer);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new function with each render
  }, [place]);
  return (here: FolderId) => ({
    'data-over': place === here,
    onDragOver: (event: DragEvent): void => {
      if (!drop?.is_open) return;
      event.preventDefault();
      setOver(here);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent): void => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(null);
    },
    onDrop: (event: DragEvent): void => {
      if (!drop?.is_open) return;
      event.preventDefault();
      setOver(null);
      drop.take({ folder_id: here === 'none' ? null : here });
    },
  });
}
type DropPlace = ReturnType<ReturnType<typeof useDropPlace>>;

/** A button of the folder that is open. */
function Tool({ icon, label, press }: { icon: string; label: string; press: () => void }) {
  return (
    <button type="button" className="kk-mini" aria-label={label} title={label} onClick={press}>
      <KitIcon name={icon} size={14} />
    </button>
  );
}

type FolderProps = {
  folder: ShownTreeRow;
  folders: ReturnType<typeof useFolders>;
  place: DropPlace;
  /** Null where folders are chosen only. */
  edit: (() => void) | null;
};

function Folder({ folder: { row, depth, has_children: isParent }, folders, place, edit }: FolderProps) {
  const t = useT();
  const { tree, show, current, remove } = folders;
  const [mayUpdate, mayDelete] = [useCan('admin.media-folders.update'), useCan('admin.media-folders.delete')];
  const name = String(row['name']);
  const isCurrent = row.id === current;
  return (
    <li className={css['row']} data-current={isCurrent} {...place} style={{ paddingLeft: depth * indent }}>
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
      {isCurrent && edit && mayUpdate ? (
        <Tool icon="pencil" label={t('media.folders.rename', { name })} press={edit} />
      ) : null}
      {isCurrent && edit && mayDelete ? (
        <Tool icon="trash" label={t('media.folders.delete', { name })} press={() => void remove(row)} />
      ) : null}
      {isCurrent && edit ? null : <span className={css['count']}>{fileCount(row['file_count'])}</span>}
    </li>
  );
}

/** All files, or those in no folder. */
function Choice({
  label,
  isCurrent,
  place,
  choose,
}: {
  label: string;
  isCurrent: boolean;
  place?: DropPlace;
  choose: () => void;
}) {
  return (
    <li className={css['row']} data-current={isCurrent} {...place}>
      <button type="button" className={css['folder']} aria-current={isCurrent ? 'true' : undefined} onClick={choose}>
        {label}
      </button>
    </li>
  );
}

/**
 * The folders beside the library: choosing one shows its files and those of the folders in it; what is searched stays. Files
 * are dragged onto them. Where files are only looked for (`is_fixed`), nothing changes them.
 */
export function FolderTree(props: BesideProps & { isFixed?: boolean }) {
  const { drop, isFixed = false } = props;
  const t = useT();
  const folders = useFolders(props);
  const { tree, show, current, is_none, create, rename } = folders;
  const [edit, setEdit] = useState<Edit | null>(null);
  const mayCreate = useCan('admin.media-folders.create') && !isFixed;
  const placeOf = useDropPlace(drop, (id) => {
    if (tree.rows.some(({ row, has_children: isParent }) => isParent && row.id === id)) tree.open(id);
  });
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
        <Choice label={t('media.folders.all')} isCurrent={current === null && !is_none} choose={() => show(null)} />
        <Choice
          label={t('media.folders.none')}
          isCurrent={is_none}
          place={placeOf('none')}
          choose={() => show('none')}
        />
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
                <Folder
                  folder={folder}
                  folders={folders}
                  place={placeOf(row.id)}
                  edit={isFixed ? null : () => setEdit({ kind: 'name', id: row.id })}
                />
              )}
              {newBelow(row.id, t('media.folders.new_in', { name }), depth + 1)}
            </Fragment>
          );
        })}
      </ul>
    </nav>
  );
}
