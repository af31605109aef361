import { useRef, type CSSProperties, type PointerEvent } from 'react';
import { narrowestColumn, widestColumn } from '@kaike/shared/kit/list-layout';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { isNumeric } from '../../fields/cells.tsx';
import type { ShownRow } from '../../resource-view.ts';
import type { PlacedColumn } from '../columns/place-columns.ts';
import { useSelected } from '../rows/use-selection.ts';
import type { TableProps } from './table-props.ts';

/** Class and position of a column's cells. */
export function pinOf(
  definition: ResourceDefinition,
  { key, pin, offset }: PlacedColumn,
): { className: string; style: CSSProperties } {
  const kind = definition.fields[key]?.kind ?? 'text';
  const className = [isNumeric(kind) ? 'is-number' : '', pin ? `kk-pin-${pin}` : ''].filter(Boolean).join(' ');
  return { className, style: pin ? { [pin]: offset } : {} };
}

type Props = Pick<TableProps, 'definition' | 'words' | 'state' | 'onResize'> & { column: PlacedColumn };

const sortsOf = ({ list }: ResourceDefinition): string[] => ['id', ...(list.sort ?? [])];

/** One column is sorted at a time: ascending, descending, then the list's default. */
function nextSort(direction: string): 'asc' | 'desc' | null {
  if (direction === '') return 'asc';
  return direction === 'asc' ? 'desc' : null;
}

function Grip({ column, onResize }: Pick<Props, 'column' | 'onResize'>) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent): number =>
    Math.round(
      Math.min(
        widestColumn,
        Math.max(narrowestColumn, (start.current?.width ?? 0) + event.clientX - (start.current?.x ?? 0)),
      ),
    );
  return (
    <span
      className="kk-resize"
      aria-hidden="true"
      title=""
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: event.currentTarget.closest('th')?.offsetWidth ?? column.width };
      }}
      // While dragging, only the grip shows the new width: a table of 200 rows is laid out once.
      onPointerMove={(event) => {
        if (start.current)
          event.currentTarget.style.setProperty('--dragged', `${widthAt(event) - start.current.width}px`);
      }}
      onPointerUp={(event) => {
        const width = widthAt(event);
        const isMoved = start.current !== null && width !== start.current.width;
        event.currentTarget.style.removeProperty('--dragged');
        start.current = null;
        if (isMoved) onResize(column.key, width);
      }}
      onClick={(event) => event.stopPropagation()}
    />
  );
}

/** The header of a column: its name, its sort order, and the grip that resizes it. */
function HeadCell({ definition, column, words, state, onResize }: Props) {
  const { key } = column;
  const direction = state.get(`order[${key}]`);
  const { className, style } = pinOf(definition, column);
  const name = words.field(key);
  const sort = (): void =>
    state.set({
      ...Object.fromEntries(sortsOf(definition).map((one) => [`order[${one}]`, null])),
      [`order[${key}]`]: nextSort(direction),
    });
  return (
    <th
      scope="col"
      className={className}
      style={style}
      {...(direction === ''
        ? {}
        : { 'aria-sort': direction === 'asc' ? ('ascending' as const) : ('descending' as const) })}
    >
      {sortsOf(definition).includes(key) ? (
        <button type="button" className="kk-sort" onClick={sort}>
          <span className="kk-ellipsis" title={name}>
            {name}
          </span>
          <span aria-hidden="true" className={`kk-arrow ${direction}`} />
        </button>
      ) : (
        <span className="kk-ellipsis" title={name}>
          {name}
        </span>
      )}
      <Grip column={column} onResize={onResize} />
    </th>
  );
}

/** Ticks all rows of the page. */
function PageBox({ rows, selection, words }: Pick<TableProps, 'selection' | 'words'> & { rows: readonly ShownRow[] }) {
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

/** The head of the table: all rows of the page, and a heading for each column. */
export function TableHead(
  props: Pick<TableProps, 'columns' | 'words' | 'selection' | 'definition' | 'state' | 'onResize'> & {
    rows: readonly ShownRow[];
  },
) {
  const { definition, columns, words, state, onResize } = props;
  return (
    <thead>
      <tr>
        <th scope="col" className="kk-check kk-pin-left" style={{ left: 0 }}>
          <PageBox {...props} />
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
  );
}
