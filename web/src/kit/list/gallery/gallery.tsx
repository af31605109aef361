import type { MouseEvent } from 'react';
import { isEmpty } from '@kaike/shared/rules/presence-rules';
import { KitIcon } from '../../kit-icon.tsx';
import type { ShownRow } from '../../resource-view.ts';
import { LeadVerb } from '../rows/lead-verb.tsx';
import { tickRow } from '../rows/tick-row.ts';
import { titleOf } from '../rows/title-of.ts';
import type { TableProps } from '../table/table-props.ts';
import { cellOf } from '../rows/cell-of.tsx';
import { useTicked } from '../rows/use-selection.ts';
import css from './gallery.module.css';

/** A line below the title: the value, with its name where a number alone says nothing. */
function Line(props: TableProps & { row: ShownRow; name: string }) {
  const { definition, row, name, words } = props;
  if (isEmpty(row[name])) return null;
  const isNumber = definition.fields[name]?.kind === 'integer';
  return (
    <span>
      {isNumber ? `${words.field(name)} ` : null}
      {cellOf(props, name, row)}
    </span>
  );
}

function Tile(props: TableProps & { row: ShownRow; isFirst: boolean }) {
  const { definition, row, words, selection, active, setActive, onOpen, onMenu, drag, isFirst } = props;
  const { cover, corner, lines } = definition.list.gallery ?? { cover: definition.title, lines: [] };
  const title = titleOf(definition, row);
  const isTicked = useTicked(selection, row.id);
  const status = definition.status?.field;
  const address = row[cover];
  const openMenu = (event: MouseEvent<HTMLButtonElement>): void => {
    setActive(row.id);
    onMenu({ row, button: event.currentTarget.getBoundingClientRect() });
  };
  return (
    <li
      className={css['tile']}
      data-ticked={isTicked}
      data-active={row.id === active}
      draggable={drag !== undefined}
      onDragStart={(event) => drag?.start(row, event)}
      onDragEnd={drag?.end}
    >
      <input
        type="checkbox"
        className={css['tick']}
        checked={isTicked}
        onChange={(event) => tickRow(selection, row, event)}
        aria-label={title}
      />
      <button
        type="button"
        className={css['open']}
        data-row={row.id}
        tabIndex={row.id === active || (active === null && isFirst) ? 0 : -1}
        onFocus={() => setActive(row.id)}
        onClick={() => onOpen(row.id)}
      >
        <span className={css['picture']}>
          {typeof address === 'string' && address !== '' ? (
            <img src={address} alt="" loading="lazy" draggable={false} />
          ) : (
            <KitIcon name="film" size={28} />
          )}
          {corner && Number(row[corner]) > 0 ? (
            <span className={css['corner']}>{cellOf(props, corner, row)}</span>
          ) : null}
        </span>
        <strong className={css['title']}>{title}</strong>
        <span className={css['lines']}>
          {lines.map((name) => (
            <Line key={name} {...props} row={row} name={name} />
          ))}
        </span>
      </button>
      <div className={css['foot']}>
        {status ? cellOf(props, status, row) : null}
        <LeadVerb {...props} row={row} isActive={row.id === props.active} visibleKeys={[]} />
        <button
          type="button"
          className="kk-mini"
          aria-haspopup="menu"
          aria-label={words.t('lists.row_menu', { title })}
          onClick={openMenu}
        >
          <KitIcon name="more" />
        </button>
      </div>
    </li>
  );
}

/** Rows known by their picture. Ticks, keys and menus are those of the table. */
export function Gallery(props: TableProps) {
  const { list, words, isOld } = props;
  return (
    <div className={`kk-scroll${isOld ? ' is-old' : ''}`} aria-busy={isOld}>
      <ul className={`kk-gallery ${css['gallery']}`} aria-label={words.name}>
        {list?.data.map((row, index) => (
          <Tile key={row.id} {...props} row={row} isFirst={index === 0} />
        ))}
      </ul>
    </div>
  );
}
