import { lazy, Suspense, useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { onOffOf, quickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import type { BulkProps } from './bulk/bulk-bar.tsx';
import type { Target } from './list/bulk-target.ts';
import { rowOffers, type Offer } from './list/offers.ts';
import { DataTable, type EditedCell, type TableProps } from './list/data-table.tsx';
import { ViewTabs } from './list/view-tabs.tsx';
import { EmptyList, ListSkeleton } from './list/empty-list.tsx';
import { ListBar } from './list/list-bar.tsx';
import { Makers } from './list/makers.tsx';
import { Offline } from './list/rows/offline.tsx';
import { isOwnPage, ToOwnPage, useOpening } from './list/own-page.tsx';
import { lastPageOf, Pager } from './list/pager.tsx';
import type { OpenedMenu } from './list/rows/row-menu.tsx';
import { useListKeys } from './list/use-list-keys.ts';
import { useListState, type ListState } from './list/use-list-state.ts';
import { useSelection, type Selection } from './list/rows/use-selection.ts';
import { LoadError } from './load-error.tsx';
import { PageTitle } from './pages/page-title.tsx';
import type { Row } from './resource-view.ts';
import { lookOf, showsTree } from './list/tree/shows-tree.ts';
import { useDocks, useNarrow, useSpacious } from './use-narrow.ts';
import { useReload, useResourceIndex, useResourceList, useResourceView, type ListPage } from './use-resource.ts';
import { useColumns } from './list/columns/use-columns.ts';
import { useWidth } from './list/columns/use-width.ts';
import { useWords, type Words } from './words/use-words.ts';
import { useListLayout, useViews } from './views/use-views.ts';
import './list/list.css';

// None of these is needed to show a list; they load with the first click.
const RecordDrawer = lazy(async () => ({ default: (await import('./list/record-drawer.tsx')).RecordDrawer }));
const ActionDialog = lazy(async () => ({ default: (await import('./list/action-dialog.tsx')).ActionDialog }));
const BulkBar = lazy(async () => ({ default: (await import('./bulk/bulk-bar.tsx')).BulkBar }));
const RowMenu = lazy(async () => ({ default: (await import('./list/rows/row-menu.tsx')).RowMenu }));
const Gallery = lazy(async () => ({ default: (await import('./list/gallery/gallery.tsx')).Gallery }));
const TreeTable = lazy(async () => ({ default: (await import('./list/tree/tree-table.tsx')).TreeTable }));
const RowCards = lazy(async () => ({ default: (await import('./list/rows/row-cards.tsx')).RowCards }));

type Running = { offer: Offer; target: Target; values?: Record<string, unknown> };

/** The total and the sums are counted on the first page only; later pages reuse them. */
function useKnownTotal(list: ListPage | undefined): ListPage | undefined {
  const [last, setLast] = useState<ListPage | null>(null);
  if (list && list.total !== null && last !== list) setLast(list);
  if (!list || list.total !== null || !last) return list;
  return { ...list, total: last.total, total_exact: last.total_exact, sums: last.sums };
}

function useRows(definition: ResourceDefinition, state: ListState) {
  const views = useViews(definition, state);
  const view = useResourceView(definition.name);
  const index = useResourceIndex(definition);
  const list = useResourceList(definition, { search: state.search, enabled: !views.is_waiting }, view);
  return {
    views,
    view,
    index,
    list,
    page: useKnownTotal(list.data),
    listLayout: useListLayout(definition, state, views),
  };
}

const targetOf = (selection: Selection, state: ListState): Target => ({
  rows: selection.rows,
  matching: selection.is_everything ? state.filters : null,
});

const noMaps: TableProps['maps'] = {};
const noRows: TableProps['list'] & object = {
  data: [],
  total: 0,
  total_exact: true,
  sums: null,
  per_page: 0,
  current_page: 1,
  last_page: 1,
};

/** The dialog loads with the first deletion. */
async function openDeleteDialog(deletion: {
  definition: ResourceDefinition;
  words: Words;
  reload: () => void;
  target: Target;
  deselect: () => void;
}): Promise<void> {
  await (await import('./list/rows/delete-rows.tsx')).confirmDelete(deletion);
}

/** The page of rows in the look the list has. */
function Rows({ narrow, ...table }: TableProps & { narrow: boolean }) {
  const { definition, state } = table;
  if (lookOf(definition, state) === 'gallery') return <Gallery {...table} />;
  return narrow ? <RowCards {...table} /> : <DataTable {...table} />;
}

/** The rows of a tree, which the keyboard walks through; null while the list is a table. */
function useTreeRows(isShown: boolean) {
  const [rows, setRows] = useState<Row[] | null>(null);
  return { is_shown: isShown, rows: isShown ? rows : null, setRows };
}

const shownRows = (page: ListPage | undefined, treeRows: Row[] | null): { rows: Row[]; sums: ListPage['sums'] } => ({
  rows: treeRows ?? page?.data ?? noRows.data,
  sums: page?.sums ?? null,
});

/** The rows, or their placeholder. What follows them renders with them, so that it does not move. */
function Body({
  table,
  narrow,
  can_create: canCreate,
  tree,
  reload,
  setRunning,
  children,
}: {
  table: TableProps;
  narrow: boolean;
  can_create: boolean;
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
        <EmptyList words={words} filtered={state.is_filtered} reset={state.reset} can_create={canCreate} />
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

type OverlayState = {
  running: Running | null;
  setRunning: (running: Running | null) => void;
  menu: OpenedMenu | null;
  setMenu: (menu: OpenedMenu | null) => void;
};

/** The open record, beside the list or over it. */
function OpenRecord({
  table,
  reload,
  docked,
}: {
  table: Pick<TableProps, 'definition' | 'words' | 'state'>;
  reload: () => void;
  docked: boolean;
}) {
  const { definition, words, state } = table;
  const open = state.get('open');
  if (open === '') return null;
  if (isOwnPage(definition, Number(open))) return <ToOwnPage definition={definition} id={Number(open)} state={state} />;
  return (
    <Suspense>
      <RecordDrawer
        definition={definition}
        id={Number(open)}
        words={words}
        docked={docked}
        below={Number(state.get('below')) || null}
        close={() => state.set({ open: null, tab: null, below: null })}
        tab={state.get('tab')}
        setTab={(tab) => state.set({ tab, open })}
        saved={(id) => {
          reload();
          if (Number(open) === 0) state.set({ open: id ? String(id) : null, tab: null, below: null });
        }}
      />
    </Suspense>
  );
}

/** Dialogs and menus over the list. */
function Overlays({
  table,
  reload,
  running,
  setRunning,
  menu,
  setMenu,
  remove,
}: OverlayState & { table: TableProps; reload: () => void; remove: (target: Target) => void }) {
  const { definition, words, maps, may, onOpen } = table;
  return (
    <Suspense>
      {running ? (
        <ActionDialog
          definition={definition}
          name={running.offer.name}
          action={running.offer.action}
          preset={running.offer.preset}
          target={running.target}
          {...(running.values ? { values: running.values } : {})}
          words={words}
          maps={maps}
          close={() => setRunning(null)}
          done={reload}
        />
      ) : null}
      {menu ? (
        <RowMenu
          menu={menu}
          definition={definition}
          words={words}
          may={may}
          open={onOpen}
          close={() => setMenu(null)}
          remove={(row) => remove({ rows: [row], matching: null })}
          run={(offer, row) => setRunning({ offer, target: { rows: [row], matching: null } })}
        />
      ) : null}
    </Suspense>
  );
}

/** What can be done with the ticked rows; loads with the first tick. */
function TickedRows({ table, ...does }: { table: TableProps } & Pick<BulkProps, 'run' | 'remove' | 'reload'>) {
  return table.selection.rows.length > 0 ? (
    <Suspense>
      <BulkBar {...table} {...does} filters={table.state.filters} />
    </Suspense>
  ) : null;
}

/** How many rows match, once they are counted. */
function totalText(list: ListPage | undefined, { t }: Words): string {
  if (!list || list.total === null) return '';
  const count = list.total.toLocaleString();
  return list.total_exact ? count : t('kit.total_about', { count });
}

/** Refused or failed, with no earlier data to show. */
const isMissing = ({ isError, data }: { isError: boolean; data: unknown }): boolean => isError && data === undefined;

/** The field that `e` edits in a row: the first visible one that the user may change there and that is no switch. */
const quickField = (
  definition: ResourceDefinition,
  columns: TableProps['columns'],
  may: ReadonlySet<string>,
): string | undefined =>
  definition.list.quick_edit?.find((name) => {
    const way = quickEditWay(definition, name);
    return way && !onOffOf(way.field) && columns.some(({ key }) => key === name) && may.has(way.permission);
  });

/** Whether a record is open beside the list, and whether it leaves room for a strip of cards only. */
function usePlaces(
  definition: ResourceDefinition,
  state: ListState,
): { openId: number | null; docked: boolean; narrow: boolean; is_strip: boolean } {
  const openId = Number(state.get('open')) || null;
  const docked = useDocks() && openId !== null && !isOwnPage(definition, openId);
  const spacious = useSpacious();
  const isPhone = useNarrow();
  const isStrip = docked && !spacious;
  return { openId, docked, narrow: isPhone || isStrip, is_strip: isStrip };
}

/** The action that is being asked for; `onVerb` asks for one on a single row. */
function useRunning() {
  const [running, setRunning] = useState<Running | null>(null);
  const onVerb = useCallback(
    (offer: Offer, row: Row) => setRunning({ offer, target: { rows: [row], matching: null } }),
    [],
  );
  return { running, setRunning, onVerb };
}

/** The list of a resource, generated from its definition. */
function ResourceList({ definition }: { definition: ResourceDefinition }) {
  const words = useWords(definition);
  const state = useListState();
  const { openId, docked, narrow, is_strip: isStrip } = usePlaces(definition, state);
  const [measure, room] = useWidth();
  const { views, view, index, list, page, listLayout } = useRows(definition, state);
  const reload = useReload(definition.name);
  const tree = useTreeRows(!narrow && showsTree(definition, state));
  const { rows, sums } = shownRows(page, tree.rows);
  const { layout, visibleKeys: shown } = listLayout;
  const placed = useColumns({ definition, names: shown, layout, room, rows, sums, words, view });
  const { columns } = placed;
  const selection = useSelection(state.filters, rows);
  const { running, setRunning, onVerb } = useRunning();
  const [menu, setMenu] = useState<OpenedMenu | null>(null);
  const [edited, setEdited] = useState<EditedCell | null>(null);
  const onOpen = useOpening(definition, state);
  const may = useMemo(() => new Set(index.data?.permissions), [index.data]);
  const offers = useMemo(() => rowOffers(definition, words, (name) => may.has(name)), [definition, words, may]);
  const editable = narrow ? undefined : quickField(definition, columns, may);
  const canCreate = may.has('create');
  const keys = useListKeys({
    rows,
    follow: docked ? { from: openId, to: (id) => state.set({ open: String(id) }) } : null,
    openRow: onOpen,
    create: canCreate ? () => onOpen(0) : null,
    reload,
    select: selection.toggle,
    edit: (row) => (editable ? setEdited({ id: row.id, name: editable }) : onOpen(row.id)),
    turn: (by) => {
      const to = state.page + by;
      if (page && to >= 1 && to <= lastPageOf(page, state)) state.set({ page: String(to) });
    },
  });
  const run = (offer: Offer): void => setRunning({ offer, target: targetOf(selection, state) });
  const remove = (target: Target): void =>
    void openDeleteDialog({ definition, words, reload, target, deselect: selection.clear });
  if (isMissing(list) || isMissing(index))
    return (
      <LoadError
        error={list.error ?? index.error}
        retry={() => {
          void list.refetch();
          void index.refetch();
        }}
      />
    );
  const table: TableProps = {
    definition,
    list: page,
    is_old: list.isPlaceholderData,
    state,
    layout,
    columnNames: shown,
    words,
    maps: index.data?.maps ?? noMaps,
    view,
    may,
    selection,
    onOpen,
    active: (docked ? null : keys.active) ?? openId,
    setActive: keys.setActive,
    edited,
    edit: setEdited,
    onMenu: setMenu,
    offers,
    columns,
    fits: placed.fits,
    onVerb,
    onResize: (key, width) => listLayout.change({ ...layout, widths: { ...layout.widths, [key]: width } }),
  };
  return (
    <div className={docked ? 'kk-beside' : undefined}>
      <div className="kk-list">
        <PageTitle
          title={words.name}
          count={totalText(page, words)}
          extra={
            isStrip ? null : <Makers {...table} index={index.data} reload={reload} run={run} create={() => onOpen(0)} />
          }
        />
        <section ref={measure} className="kk-panel" aria-label={words.name}>
          <ViewTabs definition={definition} state={state} words={words} counts={index.data?.views} />
          <ListBar
            table={table}
            narrow={narrow}
            views={views}
            listLayout={listLayout}
            folded={placed.folded}
            reload={reload}
            busy={list.isFetching && !list.isPending}
          />
          <Offline list={list} words={words} />
          <Body
            table={table}
            narrow={narrow}
            can_create={canCreate}
            tree={tree}
            reload={reload}
            setRunning={setRunning}
          >
            <Pager list={page} state={state} words={words} narrow={narrow} />
          </Body>
        </section>
        <TickedRows table={table} reload={reload} run={run} remove={() => remove(targetOf(selection, state))} />
      </div>
      <OpenRecord table={table} reload={reload} docked={docked} />
      <Overlays
        table={table}
        reload={reload}
        remove={remove}
        running={running}
        setRunning={setRunning}
        menu={menu}
        setMenu={setMenu}
      />
    </div>
  );
}

/** The generated list page; its resource is in the URL. */
export function ResourceListPage() {
  const { pathname } = useLocation();
  const name = pathname.split('/')[2] ?? '';
  const definition = findResource(name);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [name]);
  return definition ? <ResourceList key={name} definition={definition} /> : null;
}
