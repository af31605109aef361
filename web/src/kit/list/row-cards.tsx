import { KitIcon } from '../kit-icon.tsx';
import { cellOf, titleOf, type TableProps } from './data-table.tsx';

const shownLines = 6;

/** The rows of a phone: a card each. */
export function RowCards(props: TableProps) {
  const { definition, list, shown, words, selection, onOpen, onMenu } = props;
  return (
    <ul className="kk-cards">
      {list?.data.map((row) => (
        <li key={row.id} className={selection.is_everything || selection.has(row.id) ? 'kk-card is-selected' : 'kk-card'}>
          <input type="checkbox" checked={selection.is_everything || selection.has(row.id)} onChange={() => selection.toggle(row)} aria-label={titleOf(definition, row)} />
          <button type="button" className="kk-card-body" onClick={() => onOpen(row.id)}>
            {shown.slice(0, shownLines).map((name, index) => (
              <span key={name} className={index === 0 ? 'kk-card-title' : 'kk-card-line'}>
                {index === 0 ? null : <span className="kk-card-label">{words.field(name)}</span>}
                <span>{cellOf(props, name, row)}</span>
              </span>
            ))}
          </button>
          <button
            type="button" className="kk-mini is-touch" aria-haspopup="menu" aria-label={words.t('lists.row_menu', { title: titleOf(definition, row) })}
            onClick={(event) => { const { bottom, right } = event.currentTarget.getBoundingClientRect(); onMenu({ row, top: bottom, left: right }); }}
          >
            <KitIcon name="more" />
          </button>
        </li>
      ))}
    </ul>
  );
}
