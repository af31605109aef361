import { useState, type KeyboardEvent } from 'react';
import type { Translate } from '@kaike/shared/kit/wording';
import { KitIcon } from '../../../../kit/kit-icon.tsx';
import {
  boxesOf,
  columns,
  ticksOf,
  type PermissionBox,
  type Column,
  type MatrixGroup,
  type MatrixRow,
} from './matrix.ts';
import css from './permissions.module.css';

type Marks = {
  held: ReadonlySet<number>;
  chosen: ReadonlySet<number>;
  disabled: boolean;
  press: (ids: number[]) => void;
};
type Roving = { current: string };
type Shared = Marks & Roving & { word: Translate };

const placeOf = (row: string, column: number): string => `${row}|${column}`;

/** Moves the focus between the boxes like between the cells of a sheet: to the nearest one in the row above or below. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const stop = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-column]') : null;
  const row = stop?.closest('[role=row]');
  if (!stop || !row) return;
  const stopsOf = (one: Element | undefined): HTMLElement[] => [
    ...(one?.querySelectorAll<HTMLElement>('[data-column]') ?? []),
  ];
  const rows = [...event.currentTarget.querySelectorAll('[role=row]')].filter((one) => stopsOf(one).length > 0);
  const [beside, column] = [stopsOf(row), Number(stop.dataset['column'])];
  const inRow = (offset: number): HTMLElement | undefined =>
    stopsOf(rows[rows.indexOf(row) + offset])
      .filter((one, index) => index === 0 || Number(one.dataset['column']) <= column)
      .at(-1);
  const target = {
    ArrowRight: () => beside[beside.indexOf(stop) + 1],
    ArrowLeft: () => beside[beside.indexOf(stop) - 1],
    ArrowDown: () => inRow(1),
    ArrowUp: () => inRow(-1),
    Home: () => (event.ctrlKey ? stopsOf(rows[0])[0] : beside[0]),
    End: () => (event.ctrlKey ? stopsOf(rows.at(-1)).at(-1) : beside.at(-1)),
  }[event.key];
  if (!target) return;
  event.preventDefault();
  target()?.focus();
}

/** A box for one or more permissions; what differs from what is saved is marked. */
function Tick({
  place,
  column,
  ids,
  label,
  text,
  canGrant = true,
  isMarked = false,
  ...shared
}: Shared & {
  place: string;
  column: number;
  ids: readonly number[];
  label: string;
  text?: string;
  canGrant?: boolean;
  isMarked?: boolean;
}) {
  const { held, chosen, disabled, press, current, word } = shared;
  const ticks = ticksOf(ids, chosen);
  const isFixed = disabled || !canGrant;
  const gained = isMarked && ids.some((id) => chosen.has(id) && !held.has(id));
  const lost = isMarked && !gained && ids.some((id) => held.has(id) && !chosen.has(id));
  const change = gained ? word('resources.roles.is_gained') : lost ? word('resources.roles.is_lost') : '';
  return (
    <label
      className={[css['tick'], gained ? css['gained'] : '', lost ? css['lost'] : ''].join(' ')}
      title={canGrant ? undefined : word('resources.roles.not_allowed')}
    >
      <input
        type="checkbox"
        data-column={column}
        data-place={place}
        tabIndex={current === place ? 0 : -1}
        checked={ticks === 'all'}
        aria-disabled={isFixed}
        aria-label={[label, change, canGrant ? '' : word('resources.roles.not_allowed')].filter(Boolean).join(' · ')}
        ref={(input) => {
          if (input) input.indeterminate = ticks === 'some';
        }}
        onChange={() => {
          if (!isFixed) press([...ids]);
        }}
      />
      {text === undefined ? null : <span className={css['word']}>{text}</span>}
    </label>
  );
}

const idsOf = (boxes: readonly PermissionBox[]): number[] => boxes.flatMap(({ ids }) => ids);

function Row({ row, shown, ...shared }: Shared & { row: MatrixRow; shown: readonly Column[] }) {
  const boxes = boxesOf(row);
  const tick = (box: PermissionBox, column: number) => (
    <Tick
      key={box.key}
      {...shared}
      isMarked
      place={placeOf(row.key, column)}
      column={column}
      ids={box.ids}
      canGrant={box.can_grant}
      label={`${row.title} · ${box.title}`}
      text={box.title}
    />
  );
  return (
    <div role="row" className={css['row']}>
      <div role="rowheader" className={css['page']}>
        <Tick
          {...shared}
          place={placeOf(row.key, 0)}
          column={0}
          ids={idsOf(boxes)}
          canGrant={boxes.some((box) => box.can_grant)}
          label={shared.word('resources.roles.all_of', { name: row.title })}
          text={row.title}
        />
      </div>
      {shown.map((column, index) => {
        const box = row.boxes[column];
        return (
          <div key={column} role="gridcell" className={box ? css['cell'] : css['empty']}>
            {box ? tick(box, index + 1) : null}
          </div>
        );
      })}
      <div role="gridcell" className={row.others.length > 0 ? css['others'] : css['empty']}>
        {row.others.map((box, index) => tick(box, columns.length + 1 + index))}
      </div>
    </div>
  );
}

function Group({
  group,
  isOpen,
  toggle,
  shown,
  ...shared
}: Shared & { group: MatrixGroup; isOpen: boolean; toggle: () => void; shown: readonly Column[] }) {
  const { chosen, current, word } = shared;
  const ids = idsOf(group.rows.flatMap(boxesOf));
  const count = ids.filter((id) => chosen.has(id)).length;
  const place = placeOf(group.key, 1);
  return (
    <div role="rowgroup">
      <div role="row" className={css['group']}>
        <div role="rowheader" className={css['page']}>
          <Tick
            {...shared}
            place={placeOf(group.key, 0)}
            column={0}
            ids={ids}
            canGrant={ids.length > 0}
            label={word('resources.roles.all_of', { name: group.title })}
          />
          <button
            type="button"
            data-column={1}
            data-place={place}
            tabIndex={current === place ? 0 : -1}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <KitIcon name="chevron" />
            {group.title}
          </button>
        </div>
        <div role="gridcell" className={css['sum']}>
          {word('resources.roles.of_all', { count, all: ids.length })}
        </div>
      </div>
      {isOpen ? group.rows.map((row) => <Row key={row.key} row={row} shown={shown} {...shared} />) : null}
    </div>
  );
}

type Props = Marks & { groups: readonly MatrixGroup[]; isSearch: boolean; word: Translate };

/** What a role may do: pages in rows, operations in columns. One tab stop, inside it the arrow keys move. */
export function PermissionMatrix({ groups, isSearch, ...marks }: Props) {
  const { word, held } = marks;
  const rows = groups.flatMap((group) => group.rows);
  const shown = columns.filter((column) => rows.some((row) => row.boxes[column]));
  // Groups in which the role has nothing are folded at first.
  const [folded, setFolded] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        groups.filter((group) => ticksOf(idsOf(group.rows.flatMap(boxesOf)), held) === 'none').map(({ key }) => key),
      ),
  );
  const isOpen = ({ key }: MatrixGroup): boolean => isSearch || !folded.has(key);
  const toggle = (key: string): void =>
    setFolded((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]));
  const head = 'head';
  const [focused, setFocused] = useState(placeOf(head, 1));
  const rowKeys = new Set([
    head,
    ...groups.flatMap((group) => [group.key, ...(isOpen(group) ? group.rows.map(({ key }) => key) : [])]),
  ]);
  const current = rowKeys.has(focused.split('|')[0] ?? '') ? focused : placeOf(head, 1);
  const shared = { ...marks, current };
  return (
    <div
      role="grid"
      tabIndex={-1}
      aria-label={word('resources.roles.permissions')}
      className={css['grid']}
      style={{ ['--columns' as string]: shown.length }}
      onKeyDown={moveFocus}
      onFocus={({ target }) => setFocused(target.dataset['place'] ?? focused)}
    >
      <div role="rowgroup">
        <div role="row" className={`${css['row'] ?? ''} ${css['head'] ?? ''}`}>
          <div role="columnheader" className={css['page']}>
            {word('resources.roles.page')}
          </div>
          {shown.map((column, index) => {
            const boxes = rows.flatMap((row) => row.boxes[column] ?? []);
            const title = boxes[0]?.title ?? '';
            return (
              <div key={column} role="columnheader" className={css['cell']}>
                <Tick
                  {...shared}
                  place={placeOf(head, index + 1)}
                  column={index + 1}
                  ids={idsOf(boxes)}
                  canGrant={boxes.some((box) => box.can_grant)}
                  label={word('resources.roles.all_of', { name: title })}
                  text={title}
                />
              </div>
            );
          })}
          <div role="columnheader" className={css['others']}>
            {word('resources.roles.others')}
          </div>
        </div>
      </div>
      {groups.map((group) => (
        <Group
          key={group.key}
          {...shared}
          group={group}
          isOpen={isOpen(group)}
          toggle={() => toggle(group.key)}
          shown={shown}
        />
      ))}
    </div>
  );
}
