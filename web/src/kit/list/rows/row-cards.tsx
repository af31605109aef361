import type { ReactNode } from 'react';
import type { FieldKind } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { isEmpty } from '@kaike/shared/rules/presence-rules';
import { KitIcon } from '../../kit-icon.tsx';
import type { ShownRow } from '../../resource-view.ts';
import type { TableProps } from '../table/table-props.ts';
import { LeadVerb } from './lead-verb.tsx';
import { titleOf } from './title-of.ts';
import { cellOf } from './cell-of.tsx';
import { SumLine } from './sum-row.tsx';
import { RowSwitch, switchOf } from './row-switch.tsx';
import { useTicked } from './use-selection.ts';
import './row-cards.css';

const lineCount = 5;

/** A card's header is the row's title, with its picture before it; the other columns are its lines. */
function partsOf({ definition, columnNames }: TableProps): {
  picture: string | undefined;
  heading: string | undefined;
  lines: string[];
} {
  const picture = columnNames.find((name) => definition.fields[name]?.kind === 'image');
  const rest = columnNames.filter((name) => name !== picture);
  const heading = rest.find((name) => name === definition.title) ?? rest[0];
  return { picture, heading, lines: rest.filter((name) => name !== heading) };
}

/** A question about the value of a column in a row. */
type ColumnTest = (row: ShownRow, name: string) => boolean;

/** Whether a column says something about the row: a dash in a line of its own would only push others off the card. */
export const isFilled: ColumnTest = (row, name) => !(name in row) || !isEmpty(row[name]);

/** The columns with a line in every card that has a value for them: so many that the average card has five lines, the same in all, so that rows can be compared. */
export function columnsOfCards(names: readonly string[], rows: readonly ShownRow[], hasLine: ColumnTest): string[] {
  let room = lineCount * rows.length;
  const end = names.findIndex((name) => {
    room -= rows.filter((row) => hasLine(row, name)).length;
    return room < 0;
  });
  return names.slice(0, end === -1 ? undefined : end);
}

const speaking: readonly FieldKind[] = ['mobile', 'email', 'tags', 'relation', 'relations'];

/** Whether a value says by itself what it is, so that its name needs no room; a number or a moment does not. */
const saysWhatItIs = ({ fields, status }: ResourceDefinition, name: string): boolean =>
  name === status?.field || speaking.includes(fields[name]?.kind ?? 'text');

/** What is switched in the row, below what opens it. */
function Switches(props: TableProps & { row: ShownRow; names: readonly string[] }) {
  const { row, words, names } = props;
  return names.map((name) => {
    const values = switchOf({ ...props, name }, row);
    return values ? (
      <div key={name} className="kk-card-switch">
        <span className="kk-card-label" aria-hidden="true">
          {words.field(name)}
        </span>
        <RowSwitch {...props} name={name} values={values} tabIndex={0} />
      </div>
    ) : null;
  });
}

/** The box of a card and what else shows that it is ticked; its content does not. */
function Card({
  row,
  selection,
  title,
  children,
}: Pick<TableProps, 'selection'> & { row: ShownRow; title: string; children: ReactNode }) {
  const isTicked = useTicked(selection, row.id);
  return (
    <li className={isTicked ? 'kk-card is-selected' : 'kk-card'}>
      <input type="checkbox" checked={isTicked} onChange={() => selection.toggle(row)} aria-label={title} />
      {children}
    </li>
  );
}

/** The rows on a phone, or beside a record, where they are only read: one card each. */
export function RowCards(props: TableProps) {
  const { definition, list, words, selection, onOpen, onMenu, active, state } = props;
  const { picture, heading, lines } = partsOf(props);
  const isAlone = state.get('open') === '';
  const isSwitched: ColumnTest = (row, name) => isAlone && switchOf({ ...props, name }, row) !== null;
  const hasLine: ColumnTest = (row, name) => isFilled(row, name) && !isSwitched(row, name);
  const shown = columnsOfCards(lines, list?.data ?? [], hasLine);
  const switchesOf = (row: ShownRow): string[] => lines.filter((name) => isSwitched(row, name));
  return (
    <>
      <ul className="kk-cards">
        {list?.data.map((row) => (
          <Card key={row.id} row={row} selection={selection} title={titleOf(definition, row)}>
            <button
              type="button"
              className="kk-card-body"
              data-row={row.id}
              aria-current={row.id === active}
              onClick={() => onOpen(row.id)}
            >
              <span className="kk-card-title">
                {picture && row[picture] ? cellOf(props, picture, row) : null}
                {heading ? cellOf(props, heading, row) : null}
              </span>
              {shown.map((name) =>
                hasLine(row, name) ? (
                  <span key={name} className="kk-card-line">
                    <span className={saysWhatItIs(definition, name) ? 'kk-hidden' : 'kk-card-label'}>
                      {words.field(name)}
                    </span>
                    <span>{cellOf(props, name, row)}</span>
                  </span>
                ) : null,
              )}
            </button>
            <Switches {...props} row={row} names={switchesOf(row)} />
            <LeadVerb {...props} row={row} isActive={row.id === active} visibleKeys={switchesOf(row)} />
            <button
              type="button"
              className="kk-mini is-touch"
              aria-haspopup="menu"
              aria-label={words.t('lists.row_menu', { title: titleOf(definition, row) })}
              onClick={(event) => {
                onMenu({ row, button: event.currentTarget.getBoundingClientRect() });
              }}
            >
              <KitIcon name="more" />
            </button>
          </Card>
        ))}
      </ul>
      <SumLine {...props} />
    </>
  );
}
