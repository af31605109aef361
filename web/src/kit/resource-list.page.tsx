import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { resourceAt, WithDefinition } from './definitions/with-definition.tsx';
import type { Target } from './list/actions/bulk-target.ts';
import { useWidth } from './list/columns/use-width.ts';
import { ListBar } from './list/list-bar.tsx';
import { ListToolbar } from './list/list-toolbar.tsx';
import type { OfferedVerb } from './list/actions/offers.ts';
import { DialogsOver, useDialogs } from './list/page/dialogs.tsx';
import { ListBody, useTreeRows } from './list/page/list-body.tsx';
import { OpenRecord, usePlaces } from './list/page/open-record.tsx';
import { openDeleteDialog, targetOf, TickedRows } from './list/page/ticked-rows.tsx';
import { useListPage } from './list/page/use-list-page.ts';
import { useRowDrag } from './list/page/use-row-drag.ts';
import { useTable } from './list/page/use-table.ts';
import { Pager } from './list/pager.tsx';
import { Offline } from './list/rows/offline.tsx';
import { showsTree } from './list/tree/shows-tree.ts';
import { useListState } from './list/use-list-state.ts';
import { ViewTabs } from './list/view-tabs.tsx';
import { LoadError } from './load-error.tsx';
import { PageTitle } from './pages/page-title.tsx';
import { useReload, type ListPage } from './use-resource.ts';
import { useWords, type ResourceWording } from './words/use-words.ts';
import './list/list.css';
import './list/print/await-printing.ts';

/** How many rows match, once they are counted. */
function totalText(list: ListPage | undefined, { t }: ResourceWording): string {
  if (!list || list.total === null) return '';
  const count = list.total.toLocaleString();
  return list.total_exact ? count : t('kit.total_about', { count });
}

/** Refused or failed, with no earlier data to show. */
const isMissing = ({ isError, data }: { isError: boolean; data: unknown }): boolean => isError && data === undefined;

/** The list of a resource, generated from its definition. */
function ResourceList({ definition }: { definition: ResourceDefinition }) {
  const words = useWords(definition);
  const state = useListState();
  const places = usePlaces(definition, state);
  const { docked, narrow, is_strip } = places;
  const [measure, room] = useWidth();
  const content = useListPage(definition, state);
  const { views, index, list, page, listLayout } = content;
  const reload = useReload(definition.name);
  const tree = useTreeRows(!narrow && showsTree(definition, state));
  const dialogs = useDialogs();
  const { table, folded } = useTable({ definition, words, state, content, places, room, dialogs, treeRows: tree.rows });
  const { drag, drop } = useRowDrag(table, { setRunning: dialogs.setRunning, reload });
  const retry = (): void => {
    if (list.isError) void list.refetch();
    if (index.isError) void index.refetch();
  };
  if (isMissing(index)) return <LoadError error={index.error} retry={retry} />;
  const Beside = narrow || docked ? undefined : content.view.beside;
  const create = (): void => table.onOpen(0);
  const run = (offer: OfferedVerb): void => dialogs.setRunning({ offer, target: targetOf(table) });
  const remove = (target: Target): void => void openDeleteDialog(table, target, reload);
  return (
    <div className={docked ? 'kk-beside' : undefined}>
      <div className="kk-list">
        <PageTitle
          title={words.name}
          count={totalText(page, words)}
          extra={
            is_strip ? null : <ListToolbar {...table} index={index.data} reload={reload} run={run} create={create} />
          }
        />
        <section className="kk-panel" aria-label={words.name}>
          <ViewTabs definition={definition} state={state} words={words} counts={index.data?.views} />
          <ListBar
            table={table}
            narrow={narrow}
            views={views}
            listLayout={listLayout}
            folded={folded}
            reload={reload}
            busy={list.isFetching && !list.isPending}
          />
          <Offline query={list} words={words} />
          <div className={Beside ? 'kk-with-side' : undefined}>
            {Beside ? <Beside state={state} drop={drop} /> : null}
            <div ref={measure}>
              {isMissing(list) ? (
                <LoadError error={list.error} retry={retry} />
              ) : (
                <ListBody
                  table={Beside ? { ...table, drag } : table}
                  narrow={narrow}
                  tree={tree}
                  reload={reload}
                  setRunning={dialogs.setRunning}
                >
                  <Pager list={page} state={state} words={words} narrow={narrow} />
                </ListBody>
              )}
            </div>
          </div>
        </section>
        <TickedRows table={table} reload={reload} run={run} remove={() => remove(targetOf(table))} />
      </div>
      <OpenRecord table={table} reload={reload} docked={docked} />
      <DialogsOver table={table} dialogs={dialogs} reload={reload} remove={remove} />
    </div>
  );
}

/** The generated list page; its resource is in the URL. */
export function ResourceListPage() {
  const { pathname } = useLocation();
  const name = resourceAt(pathname);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [name]);
  return (
    <WithDefinition key={name} name={name}>
      {(definition) => <ResourceList definition={definition} />}
    </WithDefinition>
  );
}
