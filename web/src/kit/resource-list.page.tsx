import { Spin } from 'antd';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import { DataTable } from './list/data-table.tsx';
import { EmptyList } from './list/empty-list.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { ListToolbar, type RunningAction } from './list/list-toolbar.tsx';
import { useColumns } from './list/use-columns.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useListState } from './list/use-list-state.ts';
import { LoadError } from './load-error.tsx';
import { PageTitle } from './page-title.tsx';
import { useNarrow } from './use-narrow.ts';
import { useReload, useResourceIndex, useResourceList, useResourceView, type ListPage } from './use-resource.ts';
import { useWords } from './use-words.ts';

// None of these is needed to see a list; they come with the first click.
const RecordDrawer = lazy(async () => ({ default: (await import('./list/record-drawer.tsx')).RecordDrawer }));
const ActionDialog = lazy(async () => ({ default: (await import('./list/action-dialog.tsx')).ActionDialog }));
const ColumnSettings = lazy(async () => ({ default: (await import('./list/column-settings.tsx')).ColumnSettings }));
const KeysDialog = lazy(async () => ({ default: (await import('./list/keys-dialog.tsx')).KeysDialog }));

/** The total is counted on the first page only; later pages keep what it was. */
function useKnownTotal(list: ListPage | undefined): ListPage | undefined {
  const [known, setKnown] = useState<Pick<ListPage, 'total' | 'total_exact'> | null>(null);
  if (list && list.total !== null && (known?.total !== list.total || known.total_exact !== list.total_exact)) setKnown({ total: list.total, total_exact: list.total_exact });
  return list && list.total === null && known ? { ...list, ...known } : list;
}

/** The list of a resource, all from its definition. */
function ResourceList({ definition }: { definition: ResourceDefinition }) {
  const words = useWords(definition);
  const state = useListState();
  const narrow = useNarrow();
  const columns = useColumns(definition);
  const view = useResourceView(definition.name);
  const index = useResourceIndex(definition);
  const list = useResourceList(definition, state.search, view);
  const reload = useReload(definition.name);
  const [selected, setSelected] = useState<number[]>([]);
  const [running, setRunning] = useState<RunningAction | null>(null);
  const open = state.get('open');
  const openRow = useCallback((id: number | null) => state.set({ open: id === null ? null : String(id), tab: null }), [state]);
  const may = useMemo(() => new Set(index.data?.permissions ?? []), [index.data]);
  const keys = useListKeys({ rows: list.data?.data ?? [], openRow, create: may.has('create') ? () => openRow(0) : null });
  const page = useKnownTotal(list.data);
  const maps = index.data?.maps ?? {};
  if (list.isError || index.isError) return <LoadError retry={() => { void list.refetch(); void index.refetch(); }} />;
  return (
    <>
      <PageTitle title={words.name} />
      <FilterBar definition={definition} state={state} words={words} maps={maps} />
      <section className="kk-panel" aria-label={words.name}>
        <ListToolbar
          definition={definition} words={words} view={view} may={may} selected={selected} onSelect={setSelected} run={setRunning} create={() => openRow(0)} reload={reload} index={index.data} search={state.search}
          settings={narrow ? null : <Suspense><ColumnSettings columns={columns} words={words} /></Suspense>} busy={list.isFetching && !list.isPending}
        />
        {list.isPending ? <div className="kk-loading"><Spin /></div> : (
          <DataTable
            definition={definition} list={page} loading={list.isPlaceholderData} state={state} columns={columns} words={words} maps={maps} view={view} selected={selected} onSelect={setSelected} onOpen={openRow}
            active={keys.active ?? (open ? Number(open) : null)} narrow={narrow} empty={<EmptyList words={words} filtered={state.is_filtered} reset={state.reset} />}
          />
        )}
      </section>
      <Suspense>
      {open === '' ? null : <RecordDrawer definition={definition} id={Number(open)} words={words} close={() => openRow(null)} saved={(id) => { reload(); if (Number(open) === 0) openRow(id || null); }} tab={state.get('tab')} setTab={(tab) => state.set({ tab, open })} />}
      {running ? <ActionDialog definition={definition} {...running} ids={selected} words={words} maps={maps} close={() => setRunning(null)} done={reload} /> : null}
      {keys.help ? <KeysDialog open close={keys.closeHelp} words={words} /> : null}
      </Suspense>
    </>
  );
}

/** The generated list page: which resource it is, the address says. */
export function ResourceListPage() {
  const { pathname } = useLocation();
  const name = pathname.split('/')[2] ?? '';
  const definition = findResource(name);
  useEffect(() => { window.scrollTo(0, 0); }, [name]);
  return definition ? <ResourceList key={name} definition={definition} /> : null;
}
