import { Fragment } from 'react';
import { checkWidth } from '../columns/place-columns.ts';
import { SumRow } from '../rows/sum-row.tsx';
import { TableHead } from './table-head.tsx';
import type { TableProps } from './table-props.ts';
import { TableRow } from './table-row.tsx';

/** The rows as a table. A click opens the drawer, a middle click the page; pinned columns stay visible. */
export function DataTable(props: TableProps) {
  const { definition, list, isOld, layout, columns, words, selection, fits, menu_width } = props;
  const { maps, view, may, offers, onOpen, setActive, edit, onMenu, onVerb, active, edited, tree, drag } = props;
  const rows = list?.data ?? [];
  const least = columns.reduce((sum, column) => sum + column.width, checkWidth + menu_width);
  // Resized by hand, all columns share the room that is left.
  const stretches = columns.some((column) => column.stretches);
  const tracks = columns.map(({ width, stretches: isStretched }) => {
    if (stretches) return isStretched ? 'minmax(0, 1fr)' : `${width}px`;
    return `minmax(${width}px, ${width}fr)`;
  });
  const style = { minWidth: least, '--columns': `${checkWidth}px ${tracks.join(' ')} ${menu_width}px` };
  return (
    // A region that scrolls sideways must be reachable by keyboard; its rows are.
    <div className={`kk-scroll${fits ? ' is-fit' : ''}${isOld ? ' is-old' : ''}`} aria-busy={isOld}>
      <table className={`kk-table is-${layout.density}`} style={style} aria-label={words.name}>
        <TableHead {...props} rows={rows} />
        <tbody>
          {rows.map((row, index) => (
            <Fragment key={row.id}>
              <TableRow
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
                isActive={row.id === active}
                isReachable={row.id === active || (active === null && index === 0)}
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
