import { quickEditWay } from '@kaike/shared/kit/rows/quick-edit';
import { KitIcon } from '../../kit-icon.tsx';
import type { PlacedColumn } from '../columns/place-columns.ts';
import { cellOf } from '../rows/cell-of.tsx';
import { CopyButton } from '../rows/copy-button.tsx';
import { EditedCell } from '../rows/edited-cell.tsx';
import { RowSwitch, switchOf } from '../rows/row-switch.tsx';
import { titleOf } from '../rows/title-of.ts';
import { pinOf } from './table-head.tsx';
import type { RowProps } from './table-props.ts';

/** Copies or edits the value, under the pointer and in the row in use. */
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

/** A value in the table: shown, switched, or edited in place. */
export function TableCell(props: RowProps & { column: PlacedColumn }) {
  const { definition, column, row, words, maps, edited, edit, isActive, tree } = props;
  const name = column.key;
  const tabIndex = isActive ? 0 : -1;
  const values = switchOf({ ...props, name }, row);
  const branch = name === definition.title ? tree : undefined;
  return (
    <td {...pinOf(definition, column)}>
      {edited === name ? (
        <EditedCell definition={definition} row={row} name={name} words={words} maps={maps} close={() => edit(null)}>
          {cellOf(props, name, row)}
        </EditedCell>
      ) : (
        <div className="kk-cell">
          {branch?.before(row)}
          {values ? (
            <RowSwitch {...props} name={name} values={values} tabIndex={tabIndex} />
          ) : (
            <div className="kk-cell-text">{cellOf(props, name, row)}</div>
          )}
          <CellTools {...props} name={name} />
          {branch?.beside(row, tabIndex)}
        </div>
      )}
    </td>
  );
}
