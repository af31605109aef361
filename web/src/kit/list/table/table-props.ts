import type { DragEvent, ReactNode } from 'react';
import type { ListLayout } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import type { ChoiceMaps } from '../../maps.ts';
import type { ResourceView, ShownRow } from '../../resource-view.ts';
import type { ListPage } from '../../use-resource.ts';
import type { ResourceWording } from '../../words/use-words.ts';
import type { RowOffer } from '../actions/offers.ts';
import type { PlacedColumn } from '../columns/place-columns.ts';
import type { OpenedMenu } from '../rows/row-menu.tsx';
import type { Selection } from '../rows/use-selection.ts';
import type { ListState } from '../use-list-state.ts';

export type EditedCell = { id: number; name: string };
/** Rows that can be dragged away. */
export type RowDrag = { start: (row: ShownRow, event: DragEvent) => void; end: () => void };

/** What rows of a tree have besides their columns. */
export type TreeParts = {
  /** What stands before the title of a row: how deep it is, and what opens it. */
  before: (row: ShownRow) => ReactNode;
  /** What stands after it, in reach of Tab while the row is in use. */
  beside: (row: ShownRow, tabIndex: 0 | -1) => ReactNode;
  is_movable: boolean;
  /** How far from the left edge the row that is dragged would stand below this one, in pixels; null while nothing is over it. */
  landing: (row: ShownRow) => number | null;
  /** What follows the row. */
  after: (row: ShownRow) => ReactNode;
};

export type TableProps = {
  definition: ResourceDefinition;
  list: ListPage | undefined;
  isOld: boolean;
  state: ListState;
  layout: ListLayout;
  columnNames: readonly string[];
  words: ResourceWording;
  maps: ChoiceMaps;
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
  onVerb: (offer: RowOffer, row: ShownRow) => void;
  /** The columns there is room for. */
  columns: readonly PlacedColumn[];
  /** Width of the last column, in which a row has its verb and its menu. */
  menu_width: number;
  /** Whether they fit, so that nothing is scrolled sideways. */
  fits: boolean;
  tree?: TreeParts | undefined;
  drag?: RowDrag | undefined;
};

/** What a row is rendered from: what concerns it alone, so that a tick or a step of the keyboard renders only the rows it changes. */
export type RowProps = Pick<
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
  row: ShownRow;
  isActive: boolean;
  /** Whether Tab leads here. */
  isReachable: boolean;
  /** The field that is edited in this row. */
  edited: string | null;
};
