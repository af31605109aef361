import { Fragment, lazy, memo, Suspense, type DragEvent, type MouseEvent, type ReactNode } from 'react';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import { quickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { leadOf, verbsFor } from '@kaike/shared/kit/rows/verbs';
import { KitIcon } from '../kit-icon.tsx';
import type { ResourceView, Row } from '../resource-view.ts';
import type { Maps } from '../maps.ts';
import { urlOf, type ListPage } from '../use-resource.ts';
import type { Words } from '../words/use-words.ts';
import type { RowOffer } from './actions/offers.ts';
import { checkWidth, menuWidth, type PlacedColumn } from './columns/place-columns.ts';
import { cellOf } from './rows/cell-of.tsx';
import { CopyButton } from './rows/copy-button.tsx';
import type { OpenedMenu } from './rows/row-menu.tsx';
import { SumRow } from './rows/sum-row.tsx';
import { RowSwitch, switchOf } from './rows/row-switch.tsx';
import { HeadCell, pinOf } from './table-head.tsx';
import type { ListState } from './use-list-state.ts';
import { tickRow, useSelected, useTicked, type Selection } from './rows/use-selection.ts';

const QuickEditor = lazy(async () => ({ default: (await import('./rows/quick-editor.tsx')).QuickEditor }));

export type EditedCell = { id: number; name: string };
/** Rows that can be dragged away. */
export type RowDrag = { start: (row: Row, event: DragEvent) => void; end: () => void };
export type TableProps = {
  definition: ResourceDefinition;
  list: ListPage | undefined;
  is_old: boolean;
  state: ListState;
  layout: ListLayout;
  columnNames: readonly string[];
  words: Words;
  maps: Maps;
  view: ResourceView;
  may: ReadonlySet<string>;
  selection: Selection;
  onOpen: (id: number) => void;
  active: number | null;
  setActive: (id: number | null) => void;
  onResize: (key: string, width: number) => void;
  edited: EditedCell | null;
  edit: (cell: EditedCell | null) => void;
  onMenu: (menu: OpenedMenu) => void;
  /** The verbs of rows that the user is permitted to run. */
  offers: readonly RowOffer[];
  onVerb: (offer: RowOffer, row: Row) => void;
  /** The columns there is room for. */
  columns: readonly PlacedColumn[];
  /** Whether they fit, so that nothing is scrolled sideways. */
  fits: boolean;
  tree?: TreeParts | undefined;
  drag?: RowDrag | undefined;
};

/** What a row is rendered from: what concerns it alone, so that a tick or a step of the keyboard renders only the rows it changes. */
type RowProps = Pick<
  TableProps,
  | 'definition'
  | 'columns'
  | 'words'
  | 'maps'
  | 'view'
  | 'may'
  | 'offers'
  | 'onOpen'
  | 'setActive'
  | 'edit'
  | 'onMenu'
  | 'onVerb'
  | 'tree'
  | 'drag'
  | 'selection'
> & {
  row: Row;
  is_active: boolean;
  /** Whether Tab leads here. */
  is_reachable: boolean;
  /** The field that is edited in this row. */
  edited: string | null;
};

/** What rows of a tree have besides their columns. */
export type TreeParts = {
  depthOf: (row: Row) => number;
  hasChildren: (row: Row) => boolean;
  isOpen: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Makes a row below another; null for who may not. */
  add: ((row: Row) => void) | null;
  is_movable: boolean;
  /** The row something is dragged over. */
  over: number | null;
  /** What follows the row. */
  after: (row: Row) => ReactNode;
};

/** Opens the row of a tree, before its title. */
function Branch({ tree, row, words, title }: { tree: TreeParts; row: Row; words: Words; title: string }) {
  const isOpen = tree.isOpen(row);
  return (
    <span className="kk-branch" style={{ paddingLeft: tree.depthOf(row) * 24 }}>
      {tree.hasChildren(row) ? (
        <button
          type="button"
          className="kk-mini"
          tabIndex={-1}
          aria-expanded={isOpen}
          aria-label={words.t(isOpen ? 'lists.tree.close' : 'lists.tree.open', { title })}
          onClick={() => tree.toggle(row)}
        >
          <KitIcon name="chevron" size={14} />
        </button>
      ) : null}
    </span>
  );
}

export const titleOf = (definition: ResourceDefinition, row: Row): string =>
  String(row.labels?.[definition.title] || row[definition.title] || `#${row.id}`);

function CellTools(props: RowProps & { name: string }) {
  const { definition, name, row, words, may, edit } = props;
  const way = quickEditWay(definition, name);
  const canEdit = way !== null && may.has(way.permission) && !switchOf(props, row);
  const canCopy = definition.list.copy?.includes(name) ?? false;
  if (!canEdit && !canCopy) return null;
  return (
    <span className="kk-cell-tools">
      {canCopy ? <CopyButton text={String(row[name] ?? '')} words={words} /> : null}
      {canEdit ? (
        <button
          type="button"
          className="kk-mini"
          tabIndex={-1}
          title={words.t('lists.quick_edit')}
          aria-label={words.t('lists.quick_edit_of', { field: words.field(name), title: titleOf(definition, row) })}
          onClick={() => edit({ id: row.id, name })}
        >
          <KitIcon name="pencil" size={14} />
        </button>
      ) : null}
    </span>
  );
}

function Cell(props: RowProps & { column: PlacedColumn }) {
  const { definition, column, row, words, maps, edited, edit, is_active: isActive, tree } = props;
  const name = column.key;
  const values = switchOf({ ...props, name }, row);
  const { className, style } = pinOf(definition, column);
  return (
    <td className={className} style={style}>
      {edited === name ? (
        <Suspense fallback={cellOf(props, name, row)}>
          <QuickEditor
            definition={definition}
            row={row}
            name={name}
            words={words}
            maps={maps}
            close={() => edit(null)}
          />
        </Suspense>
      ) : (
        <div className="kk-cell">
          {tree && name === definition.title ? (
            <Branch tree={tree} row={row} words={words} title={titleOf(definition, row)} />
          ) : null}
          {values ? (
            <RowSwitch
              definition={definition}
              row={row}
              name={name}
              title={titleOf(definition, row)}
              values={values}
              words={words}
              tabIndex={isActive ? 0 : -1}
            />
          ) : (
            <div className="kk-cell-text">{cellOf(props, name, row)}</div>
          )}
          <CellTools {...props} name={name} />
          {tree?.add && name === definition.title ? (
            <button
              type="button"
              className="kk-mini kk-add-below"
              title={words.t('lists.tree.new_below', { title: titleOf(definition, row) })}
              aria-label={words.t('lists.tree.new_below', { title: titleOf(definition, row) })}
              tabIndex={isActive ? 0 : -1}
              onClick={() => tree.add?.(row)}
            >
              <KitIcon name="plus" size={14} />
            </button>
          ) : null}
        </div>
      )}
    </td>
  );
}

const isControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('button, a, input, label, select, textarea, [role=combobox], .kk-check, .kk-editing') !== null;

/** What comes next for the row, under the pointer and on the row in use; not what a switch in the row does. */
export function LeadVerb(
  props: Pick<RowProps, 'definition' | 'view' | 'may' | 'offers' | 'onVerb' | 'row' | 'is_active'> & {
    visibleKeys: readonly string[];
  },
) {
  const { definition, offers, row, is_active: isActive, onVerb, visibleKeys } = props;
  const lead = leadOf(definition, verbsFor(offers, row), row);
  const field = lead?.preset?.field;
  if (field && visibleKeys.includes(field) && switchOf({ ...props, name: field }, row)) return null;
  return lead ? (
    <button
      type="button"
      className={lead.action.danger ? 'kk-lead is-danger' : 'kk-lead'}
      aria-label={`${lead.label} ${titleOf(definition, row)}`}
      tabIndex={isActive ? 0 : -1}
      onClick={() => onVerb(lead, row)}
    >
      {lead.label}
    </button>
  ) : null;
}

const BodyRow = memo(function BodyRow(props: RowProps) {
  const { definition, columns, row, words, setActive, onOpen, onMenu, tree, drag, selection } = props;
  const { is_active: isActive, is_reachable: isReachable, edited } = props;
  const isTicked = useTicked(selection, row.id);
  const title = titleOf(definition, row);
  const open = (event: MouseEvent): void => {
    if (isControl(event.target) || window.getSelection()?.toString()) return;
    setActive(row.id);
    onOpen(row.id);
  };
  const openPage = (event: MouseEvent): void => {
    if (event.button === 1 && !isControl(event.target))
      window.open(`${urlOf(definition)}/${row.id}`, '_blank', 'noopener');
  };
  return (
    <tr
      data-row={row.id}
      className={`kk-row${isActive ? ' is-active' : ''}${isTicked ? ' is-ticked' : ''}${edited === null ? '' : ' is-edited'}${tree?.over === row.id ? ' is-over' : ''}`}
      draggable={tree?.is_movable ?? drag !== undefined}
      onDragStart={(event) => drag?.start(row, event)}
      onDragEnd={drag?.end}
      tabIndex={isReachable ? 0 : -1}
      onClick={open}
      onAuxClick={openPage}
      onFocus={(event) => {
        if (event.target === event.currentTarget) setActive(row.id);
      }}
    >
      <td className="kk-check kk-pin-left" style={{ left: 0 }}>
        <input
          type="checkbox"
          checked={isTicked}
          onChange={(event) => tickRow(selection, row, event)}
          aria-label={title}
          tabIndex={isActive ? 0 : -1}
        />
      </td>
      {columns.map((column) => (
        <Cell key={column.key} {...props} column={column} />
      ))}
      <td className="kk-menu-cell kk-pin-right" style={{ right: 0 }}>
        <LeadVerb {...props} visibleKeys={columns.map(({ key }) => key)} />
        <button
          type="button"
          className="kk-mini"
          aria-haspopup="menu"
          aria-label={words.t('lists.row_menu', { title })}
          tabIndex={isActive ? 0 : -1}
          onClick={(event) => {
            const { bottom, right } = event.currentTarget.getBoundingClientRect();
            setActive(row.id);
            onMenu({ row, top: bottom, left: right });
          }}
        >
          <KitIcon name="more" />
        </button>
      </td>
    </tr>
  );
});

/** Ticks all rows of the page. */
function PageBox({ rows, selection, words }: Pick<TableProps, 'selection' | 'words'> & { rows: readonly Row[] }) {
  const { has } = useSelected(selection);
  const ticked = rows.filter((row) => has(row.id)).length;
  return (
    <input
      type="checkbox"
      aria-label={words.t('lists.select_page')}
      checked={rows.length > 0 && ticked === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < rows.length;
      }}
      onChange={(event) => selection.setPage(rows, event.target.checked)}
    />
  );
}

/** The rows as a table. A click opens the drawer, a middle click the page; pinned columns stay visible. */
export function DataTable(props: TableProps) {
  const { definition, list, is_old: isOld, layout, columns, words, selection, state, onResize, fits } = props;
  const { maps, view, may, offers, onOpen, setActive, edit, onMenu, onVerb, active, edited, tree, drag } = props;
  const rows = list?.data ?? [];
  const least = columns.reduce((sum, column) => sum + column.width, checkWidth + menuWidth);
  // Resized by hand, all columns share the room that is left.
  const stretches = columns.some((column) => column.stretches);
  const tracks = columns.map(({ width, stretches: isStretched }) => {
    if (stretches) return isStretched ? 'minmax(0, 1fr)' : `${width}px`;
    return `minmax(${width}px, ${width}fr)`;
  });
  const style = { minWidth: least, '--columns': `${checkWidth}px ${tracks.join(' ')} ${menuWidth}px` };
  return (
    // A region that scrolls sideways must be reachable by keyboard; its rows are.
    <div className={`kk-scroll${fits ? ' is-fit' : ''}${isOld ? ' is-old' : ''}`} aria-busy={isOld}>
      <table className={`kk-table is-${layout.density}`} style={style} aria-label={words.name}>
        <thead>
          <tr>
            <th scope="col" className="kk-check kk-pin-left" style={{ left: 0 }}>
              <PageBox rows={rows} selection={selection} words={words} />
            </th>
            {columns.map((column) => (
              <HeadCell
                key={column.key}
                definition={definition}
                column={column}
                words={words}
                state={state}
                onResize={onResize}
              />
            ))}
            <th scope="col" className="kk-menu-cell kk-pin-right" style={{ right: 0 }}>
              <span className="kk-hidden">{words.t('lists.row_menu_head')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={row.id}>
              <BodyRow
                definition={definition}
                columns={columns}
                words={words}
                maps={maps}
                view={view}
                may={may}
                offers={offers}
                onOpen={onOpen}
                setActive={setActive}
                edit={edit}
                onMenu={onMenu}
                onVerb={onVerb}
                tree={tree}
                drag={drag}
                row={row}
                selection={selection}
                is_active={row.id === active}
                is_reachable={row.id === active || (active === null && index === 0)}
                edited={edited?.id === row.id ? edited.name : null}
              />
              {tree?.after(row)}
            </Fragment>
          ))}
        </tbody>
        <SumRow {...props} />
      </table>
    </div>
  );
}
