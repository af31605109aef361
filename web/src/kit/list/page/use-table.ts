import { useMemo, useState } from 'react';
import { onOffOf, quickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ShownRow } from '../../resource-view.ts';
import { useReload } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import { useColumns } from '../columns/use-columns.ts';
import type { EditedCell, TableProps } from '../table/table-props.ts';
import { rowOffers } from '../actions/offers.ts';
import { useOpening } from '../own-page.tsx';
import { lastPageOf } from '../pager.tsx';
import { useSelection } from '../rows/use-selection.ts';
import { useListKeys } from '../use-list-keys.ts';
import type { ListState } from '../use-list-state.ts';
import type { Dialogs } from './dialogs.tsx';
import type { useListPage } from './use-list-page.ts';
import type { usePlaces } from './open-record.tsx';

const noMaps: TableProps['maps'] = {};
const noRows: ShownRow[] = [];

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

/** What a list and its cells need, from the page of rows and from where the list stands; `treeRows` replace the page's. */
export function useTable({
  definition,
  words,
  state,
  content: { view, index, list, page, listLayout },
  places: { openId, docked, narrow },
  room,
  treeRows,
  dialogs,
}: {
  definition: ResourceDefinition;
  words: ResourceWording;
  state: ListState;
  content: ReturnType<typeof useListPage>;
  places: ReturnType<typeof usePlaces>;
  room: number | null;
  treeRows: ShownRow[] | null;
  dialogs: Dialogs;
}): { table: TableProps; folded: ReturnType<typeof useColumns>['folded'] } {
  const reload = useReload(definition.name);
  const rows = treeRows ?? page?.data ?? noRows;
  const { layout, visibleKeys: shown } = listLayout;
  const selection = useSelection(state.filters_and_order, rows);
  const [edited, setEdited] = useState<EditedCell | null>(null);
  const onOpen = useOpening(definition, state);
  const may = useMemo(() => new Set(index.data?.permissions), [index.data]);
  const offers = useMemo(() => rowOffers(definition, words, (name) => may.has(name)), [definition, words, may]);
  const { folded, ...placed } = useColumns({
    definition,
    names: shown,
    layout,
    room,
    rows,
    words,
    view,
    may,
    offers,
    sums: page?.sums ?? null,
  });
  const { columns } = placed;
  const editable = narrow ? undefined : quickField(definition, columns, may);
  const keys = useListKeys({
    rows,
    follow: docked ? { from: openId, to: (id) => state.set({ open: String(id) }) } : null,
    openRow: onOpen,
    create: may.has('create') ? () => onOpen(0) : null,
    reload,
    selection,
    edit: (row) => (editable ? setEdited({ id: row.id, name: editable }) : onOpen(row.id)),
    turn: (by) => {
      const to = state.page + by;
      if (page && to >= 1 && to <= lastPageOf(page, state)) state.set({ page: String(to) });
    },
  });
  const table: TableProps = {
    definition,
    list: page,
    isOld: list.isPlaceholderData,
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
    offers,
    ...placed,
    onMenu: dialogs.setMenu,
    onVerb: dialogs.onVerb,
    onResize: (key, width) => listLayout.change({ ...layout, widths: { ...layout.widths, [key]: width } }),
  };
  return { table, folded };
}
