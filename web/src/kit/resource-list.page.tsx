import { Button, Modal, Spin } from 'antd';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Action, ResourceDefinition } from '@kaike/shared/kit/resource';
import { findResource } from '@kaike/shared/resources/index';
import { ApiError } from '../api/api-error.ts';
import { request } from '../api/client.ts';
import { toast } from '../app/toasts.ts';
import { KitIcon } from './kit-icon.tsx';
import { ActionDialog } from './list/action-dialog.tsx';
import { ColumnSettings } from './list/column-settings.tsx';
import { DataTable } from './list/data-table.tsx';
import { EmptyList } from './list/empty-list.tsx';
import { FilterBar } from './list/filter-bar.tsx';
import { KeysDialog } from './list/keys-dialog.tsx';
import { RecordDrawer } from './list/record-drawer.tsx';
import { useColumns } from './list/use-columns.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useListState } from './list/use-list-state.ts';
import { LoadError } from './load-error.tsx';
import { PageTitle } from './page-title.tsx';
import { ExportButton } from './transfer/export-dialog.tsx';
import { ImportButton } from './transfer/import-dialog.tsx';
import { showUndo } from './undo.tsx';
import { useNarrow } from './use-narrow.ts';
import { urlOf, useReload, useResourceIndex, useResourceList, useResourceView } from './use-resource.ts';
import { useWords } from './use-words.ts';

/** The list of a resource, all from its definition. */
function ResourceList({ definition }: { definition: ResourceDefinition }) {
  const words = useWords(definition);
  const { t } = words;
  const state = useListState();
  const narrow = useNarrow();
  const columns = useColumns(definition);
  const view = useResourceView(definition.name);
  const index = useResourceIndex(definition);
  const list = useResourceList(definition, state.search, view);
  const reload = useReload(definition.name);
  const [selected, setSelected] = useState<number[]>([]);
  const [running, setRunning] = useState<{ name: string; action: Action } | null>(null);
  const open = state.get('open');
  const openRow = useCallback((id: number | null) => state.set({ open: id === null ? null : String(id), tab: null }), [state]);
  const may = useMemo(() => new Set(index.data?.permissions ?? []), [index.data]);
  const keys = useListKeys({ rows: list.data?.data ?? [], openRow, create: may.has('create') ? () => openRow(0) : null });

  // The total is counted on the first page only; later pages keep what it was.
  const total = useRef<{ total: number; total_exact: boolean } | null>(null);
  if (list.data?.total !== null && list.data?.total !== undefined) total.current = { total: list.data.total, total_exact: list.data.total_exact };
  const page = list.data ? { ...list.data, ...(list.data.total === null && total.current ? total.current : {}) } : undefined;

  const remove = (): void => {
    Modal.confirm({
      title: t('kit.delete_confirm', { count: selected.length }), content: definition.hard_delete ? undefined : t('kit.delete_hint'), okText: t('kit.actions.delete'), cancelText: t('kit.cancel'), okButtonProps: { danger: true },
      onOk: async () => {
        try {
          const answer = (await request('DELETE', urlOf(definition), { body: { ids: selected } })) as { deleted: number; failed: { message: string }[] };
          const ids = selected;
          setSelected([]);
          reload();
          for (const failed of answer.failed.slice(0, 3)) toast('warning', failed.message, 5000);
          if (!definition.hard_delete && answer.deleted > 0) showUndo(words, { count: answer.deleted, undo: async () => { await request('POST', `${urlOf(definition)}/restore`, { body: { ids } }); reload(); } });
        } catch (error) {
          if (error instanceof ApiError && !error.handled) toast('error', error.message);
        }
      },
    });
  };
  const actions = Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === 'rows' && !action.hidden && may.has(name));
  const general = Object.entries(definition.actions ?? {}).filter(([name, action]) => action.on === 'resource' && !action.hidden && may.has(name));
  const Toolbar = view.toolbar;
  if (list.isError || index.isError) return <LoadError retry={() => { void list.refetch(); void index.refetch(); }} />;
  return (
    <>
      <PageTitle title={words.name} />
      <FilterBar definition={definition} state={state} words={words} maps={index.data?.maps ?? {}} />
      <section className="kk-panel" aria-label={words.name}>
        <div className="kk-toolbar">
          {selected.length > 0 ? (
            <div className="kk-selection" role="status">
              <span>{t('kit.selected', { count: selected.length })}</span>
              {actions.map(([name, action]) => <Button key={name} danger={action.danger ?? false} onClick={() => setRunning({ name, action })}>{words.action(name)}</Button>)}
              {may.has('delete') ? <Button danger icon={<KitIcon name="trash" />} onClick={remove}>{t('kit.actions.delete')}</Button> : null}
              <Button type="link" onClick={() => setSelected([])}>{t('kit.clear_selection')}</Button>
            </div>
          ) : (
            <div className="kk-buttons">
              {may.has('create') ? <Button type="primary" icon={<KitIcon name="plus" />} onClick={() => openRow(0)}>{t('kit.new', { name: words.name })}</Button> : null}
              {Toolbar ? <Toolbar reload={reload} permissions={[...may]} /> : null}
              {general.map(([name, action]) => <Button key={name} onClick={() => setRunning({ name, action })}>{words.action(name)}</Button>)}
            </div>
          )}
          <div className="kk-tools">
            {may.has('import') && index.data ? <ImportButton definition={definition} words={words} excel={index.data.excel} done={reload} /> : null}
            {may.has('export') && index.data ? <ExportButton definition={definition} words={words} excel={index.data.excel} search={state.search} /> : null}
            <Button type="text" icon={<KitIcon name="refresh" />} aria-label={t('kit.refresh')} onClick={reload} loading={list.isFetching && !list.isPending} />
            {narrow ? null : <ColumnSettings columns={columns} words={words} />}
          </div>
        </div>
        {list.isPending ? <div className="kk-loading"><Spin /></div> : (
          <DataTable
            definition={definition} list={page} loading={list.isPlaceholderData} state={state} columns={columns} words={words} maps={index.data?.maps ?? {}} view={view} selected={selected} onSelect={setSelected}
            onOpen={openRow} active={keys.active ?? (open ? Number(open) : null)} narrow={narrow} empty={<EmptyList words={words} filtered={state.is_filtered} reset={state.reset} />}
          />
        )}
      </section>
      {open === '' ? null : <RecordDrawer definition={definition} id={Number(open)} words={words} close={() => openRow(null)} saved={(id) => { reload(); if (Number(open) === 0) openRow(id || null); }} tab={state.get('tab')} setTab={(tab) => state.set({ tab, open })} />}
      {running ? <ActionDialog definition={definition} {...running} ids={selected} words={words} maps={index.data?.maps ?? {}} close={() => setRunning(null)} done={reload} /> : null}
      <KeysDialog open={keys.help} close={keys.closeHelp} words={words} />
    </>
  );
}

/** The generated list page: which resource it is, the address says. */
export function ResourceListPage() {
  const { pathname } = useLocation();
  const name = pathname.split('/')[2] ?? '';
  const definition = findResource(name);
  useEffect(() => window.scrollTo(0, 0), [name]);
  return definition ? <ResourceList key={name} definition={definition} /> : null;
}
