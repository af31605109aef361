import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { rulesOf } from '@kaike/shared/kit/parse-input';
import { writableFields, type ResourceDefinition } from '@kaike/shared/kit/resource';
import { ApiError } from '../../../api/api-error.ts';
import { request } from '../../../api/client.ts';
import { toast } from '../../../app/toasts.ts';
import { LoadError } from '../../load-error.tsx';
import type { ShownRow } from '../../resource-view.ts';
import { offerUndo } from '../../undo.tsx';
import { urlOf } from '../../use-resource.ts';
import { titleOf } from '../rows/title-of.ts';
import { DataTable } from '../table/data-table.tsx';
import type { TableProps } from '../table/table-props.ts';
import { EmptyList, ListSkeleton } from '../empty-list.tsx';
import type { RowOffer } from '../actions/offers.ts';
import { AddBelow, Branch, stepPx } from './tree-parts.tsx';
import { rowIdOf, useDrop } from './use-drop.ts';
import { useTree, type ShownTreeRow } from './use-tree.ts';
import './tree.css';
import { isComposing } from '../../../form/is-composing.ts';

/** Where the titles of the first level begin, in pixels. */
const titlePx = 78;

type Props = {
  table: TableProps;
  reload: () => void;
  /** What the keyboard walks through. */
  setRows: (rows: ShownRow[] | null) => void;
  /** A new row that needs more than its name. */
  createBelow: (parent: number) => void;
  /** A move that needs more than the new parent, such as a reason. */
  askMove: (offer: RowOffer, row: ShownRow, parent: number | null) => void;
};

/** Whether a new row needs nothing but its title: it is then typed in place. */
function needsTitleOnly({ fields, title }: ResourceDefinition): boolean {
  const required = writableFields(fields, 'create').filter(([, field]) => rulesOf(field)[0]?.startsWith('required'));
  return required.every(([key]) => key === title || key === 'parent_id') && required.some(([key]) => key === title);
}

/** How rows get another parent: by updating them, by an action that has the parent as input, or not at all. */
function moveWay({ definition, may, offers }: TableProps): 'update' | RowOffer | null {
  const isWritable = writableFields(definition.fields, 'update').some(([key]) => key === 'parent_id');
  if (isWritable && definition.only.includes('update')) return may.has('update') ? 'update' : null;
  return offers.find(({ action }) => action.fields?.['parent_id'] !== undefined) ?? null;
}

const showError = (error: unknown): void => {
  if (error instanceof ApiError && !error.handled) toast('error', Object.values(error.errors)[0]?.[0] ?? error.message);
};

/** Moves rows below another one, with an undo; asks where more than the parent is needed. */
function useMoves({ table, reload, askMove }: Props, open: (id: number) => void) {
  const { definition, words } = table;
  const way = moveWay(table);
  const put = (row: ShownRow, parent: number | null, version: unknown) =>
    request('PUT', `${urlOf(definition)}/${row.id}`, {
      body: { parent_id: parent, version },
      keeps_alert: true,
    }) as Promise<{ row: ShownRow }>;
  const move = async (row: ShownRow, parent: number | null): Promise<void> => {
    const before = Number(row['parent_id']) || null;
    if (way === null || parent === row.id || parent === before) return;
    if (way !== 'update') return askMove(way, row, parent);
    try {
      const answer = await put(row, parent, row.version);
      if (parent !== null) open(parent);
      reload();
      offerUndo(words, {
        text: words.t('lists.tree.moved', { title: titleOf(definition, row) }),
        undo: () => put(row, before, answer.row.version).then(reload, showError),
      });
    } catch (error) {
      showError(error);
    }
  };
  return { may_move: way !== null, move };
}

/** The name of a new row, typed below its parent: Enter makes it and waits for the next one. */
function NewRow({
  table,
  parent,
  depth,
  created,
  close,
}: {
  table: TableProps;
  parent: ShownRow;
  depth: number;
  created: () => void;
  close: () => void;
}) {
  const { definition, words, columns } = table;
  const [title, setTitle] = useState('');
  const [busy, setBusy] = useState(false);
  const create = async (): Promise<void> => {
    if (title.trim() === '' || busy) return;
    setBusy(true);
    try {
      await request('POST', urlOf(definition), {
        body: { [definition.title]: title.trim(), parent_id: parent.id },
        headers: { 'X-Idempotency-Key': crypto.randomUUID() },
        keeps_alert: true,
      });
      setTitle('');
      created();
    } catch (error) {
      showError(error);
    }
    setBusy(false);
  };
  return (
    <tr className="kk-row is-new">
      <td colSpan={columns.length + 2} style={{ paddingLeft: 64 + depth * 24 }}>
        <input
          className="kk-input"
          autoFocus
          value={title}
          aria-label={words.t('lists.tree.new_below', { title: titleOf(definition, parent) })}
          placeholder={words.t('lists.tree.new_hint', { field: words.field(definition.title) })}
          onChange={(event) => setTitle(event.target.value)}
          onBlur={() => {
            if (title.trim() === '') close();
          }}
          onKeyDown={(event) => {
            if (isComposing(event)) return;
            if (event.key === 'Enter') void create();
            if (event.key === 'Escape') close();
          }}
        />
      </td>
    </tr>
  );
}

/** Says that a parent has more rows than a tree shows, and leads to the table, which has pages. */
function MoreRows({ table, parent }: { table: TableProps; parent: ShownRow | undefined }) {
  const { definition, words, columns, state } = table;
  return (
    <tr>
      <td colSpan={columns.length + 2} className="kk-tree-more">
        {parent
          ? words.t('lists.tree.more_below', { title: titleOf(definition, parent) })
          : words.t('lists.tree.more_at_top')}{' '}
        <button
          type="button"
          className="kk-text-button"
          onClick={() => state.set({ look: 'table', ...(parent ? { 'where[parent_id]': String(parent.id) } : {}) })}
        >
          {words.t('lists.tree.more_as_table')}
        </button>
      </td>
    </tr>
  );
}

/** The nearest row before this one at the same depth, below which it can be moved. */
function siblingBefore(rows: readonly ShownTreeRow[], index: number): ShownTreeRow | undefined {
  const depth = rows[index]?.depth ?? 0;
  for (let place = index - 1; place >= 0; place -= 1) {
    const one = rows[place];
    if (!one || one.depth < depth) return undefined;
    if (one.depth === depth) return one;
  }
  return undefined;
}

/**
 * The list as a tree. Right and left open and close a row; with Alt they move it below the one before it, and out again. Rows
 * can be dragged onto their new parent.
 */
export function TreeTable(props: Props) {
  const { table, reload, setRows, createBelow } = props;
  const { definition, words, state, may } = table;
  const keyword = state.get('where[_keyword]');
  const tree = useTree(definition, keyword);
  const { move, may_move } = useMoves(props, tree.open);
  const [adding, setAdding] = useState<number | null>(null);
  // Where a row stands says what its parent is.
  const columns = table.columns.filter(({ key }) => key !== 'parent_id');
  const rows = useMemo(() => tree.rows.map(({ row }) => row), [tree.rows]);
  const ids = rows.map(({ id }) => id).join();
  useEffect(() => {
    setRows(rows);
    return () => setRows(null);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the same rows in a new array
  }, [ids, setRows]);
  const byId = new Map(tree.rows.map((one) => [one.row.id, one]));
  const { over, drag } = useDrop(byId, (row, parent) => void move(row, parent));
  if (tree.error) return <LoadError error={tree.error} retry={reload} />;
  if (tree.loading) return <ListSkeleton label={words.t('kit.processing')} />;
  if (rows.length === 0)
    return (
      <EmptyList
        words={words}
        filtered={keyword !== ''}
        reset={state.reset}
        create={may.has('create') ? () => table.onOpen(0) : null}
      />
    );
  const rowOf = (id: number | null): ShownRow | undefined => byId.get(id ?? 0)?.row;
  const add = (row: ShownRow): void => {
    if (!needsTitleOnly(definition)) return createBelow(row.id);
    tree.open(row.id);
    setAdding(row.id);
  };
  /** Below the row before it at the same depth, or out of its parent. */
  const shift = (index: number, isIn: boolean): void => {
    const row = rows[index];
    const parent = rowOf(Number(row?.['parent_id']));
    const target = isIn ? siblingBefore(tree.rows, index)?.row.id : parent && (Number(parent['parent_id']) || null);
    if (row && target !== undefined) void move(row, target);
  };
  const fold = (index: number, isIn: boolean, focus: (id: number) => void): void => {
    const here = tree.rows[index];
    const parent = Number(here?.row['parent_id']);
    if (here?.has_children && isIn !== tree.isOpen(here.row.id)) tree.toggle(here.row.id);
    else if (!isIn && byId.has(parent)) focus(parent);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isIn = event.key === 'ArrowRight';
    const index = rows.findIndex(({ id }) => id === rowIdOf(event.target));
    if ((!isIn && event.key !== 'ArrowLeft') || index < 0 || !(event.target instanceof HTMLTableRowElement)) return;
    event.preventDefault();
    const region = event.currentTarget;
    if (event.altKey) shift(index, isIn);
    else fold(index, isIn, (id) => region.querySelector<HTMLElement>(`tr[data-row="${id}"]`)?.focus());
  };
  return (
    <div
      role="group"
      aria-label={words.name}
      className={over === 0 ? 'kk-tree is-over' : 'kk-tree'}
      onKeyDown={onKeyDown}
      {...(may_move ? drag : {})}
    >
      <DataTable
        {...table}
        columns={columns}
        list={{ ...(table.list ?? emptyPage), data: rows }}
        tree={{
          before: (row) => {
            const at = byId.get(row.id);
            return at ? <Branch at={at} tree={tree} title={titleOf(definition, row)} words={words} /> : null;
          },
          beside: (row, tabIndex) =>
            may.has('create') ? (
              <AddBelow title={titleOf(definition, row)} words={words} add={() => add(row)} tabIndex={tabIndex} />
            ) : null,
          is_movable: may_move,
          landing: (row) => (over === row.id ? titlePx + ((byId.get(row.id)?.depth ?? 0) + 1) * stepPx : null),
          after: (row) => (
            <>
              {row.id === adding ? (
                <NewRow
                  table={table}
                  parent={row}
                  depth={(byId.get(row.id)?.depth ?? 0) + 1}
                  created={reload}
                  close={() => setAdding(null)}
                />
              ) : null}
              {byId.get(row.id)?.cut.map((parent) => (
                <MoreRows key={parent} table={table} parent={rowOf(parent)} />
              ))}
            </>
          ),
        }}
      />
    </div>
  );
}

const emptyPage: NonNullable<TableProps['list']> = {
  data: [],
  total: null,
  total_exact: false,
  sums: null,
  per_page: 0,
  current_page: 1,
  last_page: 1,
};
