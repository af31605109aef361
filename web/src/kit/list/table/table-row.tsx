import { memo, type CSSProperties, type MouseEvent } from 'react';
import { KitIcon } from '../../kit-icon.tsx';
import { urlOf } from '../../use-resource.ts';
import { LeadVerb } from '../rows/lead-verb.tsx';
import { tickRow } from '../rows/tick-row.ts';
import { titleOf } from '../rows/title-of.ts';
import { useTicked } from '../rows/use-selection.ts';
import { TableCell } from './table-cell.tsx';
import type { RowProps } from './table-props.ts';

const isControl = (target: EventTarget): boolean =>
  target instanceof Element &&
  target.closest('button, a, input, label, select, textarea, [role=combobox], .kk-check, .kk-editing') !== null;

/** A row of the table: a click opens it, a middle click its page. */
export const TableRow = memo(function TableRow(props: RowProps) {
  const { definition, columns, row, words, setActive, onOpen, onMenu, tree, drag, selection } = props;
  const { isActive, isReachable } = props;
  const isTicked = useTicked(selection, row.id);
  const title = titleOf(definition, row);
  const landing = tree?.landing(row) ?? null;
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
      className={`kk-row${isActive ? ' is-active' : ''}${isTicked ? ' is-ticked' : ''}${landing === null ? '' : ' is-over'}`}
      style={landing === null ? undefined : ({ '--landing': `${landing}px` } as CSSProperties)}
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
        <TableCell key={column.key} {...props} column={column} />
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
            setActive(row.id);
            onMenu({ row, button: event.currentTarget.getBoundingClientRect() });
          }}
        >
          <KitIcon name="more" />
        </button>
      </td>
    </tr>
  );
});
