import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ShownRow } from '../../resource-view.ts';
import { DataTable } from '../table/data-table.tsx';
import type { TableProps } from '../table/table-props.ts';
import { EmptyList, ListSkeleton } from '../empty-list.tsx';
import { lookOf } from '../tree/shows-tree.ts';
import type { Running } from './dialogs.tsx';

const Gallery = lazy(async () => ({ default: (await import('../gallery/gallery.tsx')).Gallery }));
const TreeTable = lazy(async () => ({ default: (await import('../tree/tree-table.tsx')).TreeTable }));
const FewerFilters = lazy(async () => ({ default: (await import('./fewer-filters.tsx')).FewerFilters }));
const RowCards = lazy(async () => ({ default: (await import('../rows/row-cards.tsx')).RowCards }));

/** The page of rows in the look the list has. */
function Rows({ narrow, ...table }: TableProps & { narrow: boolean }) {
  const { definition, state } = table;
  if (lookOf(definition, state) === 'gallery') return <Gallery {...table} />;
  return narrow ? <RowCards {...table} /> : <DataTable {...table} />;
}

/** The rows of a tree, which the keyboard walks through; null while the list is a table. */
export function useTreeRows(isShown: boolean) {
  const [rows, setRows] = useState<ShownRow[] | null>(null);
  return { is_shown: isShown, rows: isShown ? rows : null, setRows };
}

/** The rows, or their placeholder. What follows them renders with them, so that it does not move. */
export function ListBody({
  table,
  narrow,
  tree,
  reload,
  setRunning,
  children,
}: {
  table: TableProps;
  narrow: boolean;
  tree: ReturnType<typeof useTreeRows>;
  reload: () => void;
  setRunning: (running: Running) => void;
  children: ReactNode;
}) {
  const { list, words, state } = table;
  const skeleton = <ListSkeleton label={words.t('kit.processing')} />;
  if (tree.is_shown)
    return (
      <Suspense fallback={skeleton}>
        <TreeTable
          table={table}
          reload={reload}
          setRows={tree.setRows}
          createBelow={(parent) => state.set({ open: '0', tab: null, below: String(parent) })}
          askMove={(offer, row, parent) =>
            setRunning({ offer, target: { rows: [row], matching: null }, values: { parent_id: parent } })
          }
        />
      </Suspense>
    );
  if (list === undefined) return skeleton;
  if (list.data.length === 0)
    return (
      <>
        <EmptyList
          words={words}
          filtered={state.is_filtered}
          reset={state.reset}
          create={table.may.has('create') ? () => table.onOpen(0) : null}
        >
          <Suspense>{state.is_filtered ? <FewerFilters {...table} /> : null}</Suspense>
        </EmptyList>
        {children}
      </>
    );
  return (
    <Suspense fallback={skeleton}>
      <Rows {...table} narrow={narrow} />
      {children}
    </Suspense>
  );
}
