import { Button, Pagination, Table } from 'antd';
import type { TableColumnType } from 'antd';
import type { FieldKind } from '@kaike/shared/kit/field';
import type { ResourceDefinition } from '@kaike/shared/kit/resource';
import { isNumeric, renderCell } from '../fields/cells.tsx';
import type { ResourceView, Row } from '../resource-view.ts';
import type { ListPage, Maps } from '../use-resource.ts';
import type { Words } from '../use-words.ts';
import type { Columns } from './use-columns.ts';
import type { ListState } from './use-list-state.ts';

type Props = {
  definition: ResourceDefinition; list: ListPage | undefined; loading: boolean; state: ListState; columns: Columns; words: Words; maps: Maps; view: ResourceView;
  selected: number[]; onSelect: (ids: number[]) => void; onOpen: (id: number) => void; active: number | null; narrow: boolean; empty: React.ReactNode;
};

function cellOf({ definition, maps, view, words }: Props, name: string, row: Row): React.ReactNode {
  const field = definition.fields[name];
  const own = view.cells?.[name];
  if (own) return own(row);
  return field ? renderCell({ row, name, field, choices: maps[name] ?? [], t: words.t }) : null;
}

const widths: Partial<Record<FieldKind, number>> = { id: 76, image: 76, date_time: 148, choice: 96, boolean: 84, integer: 92, decimal: 92, money: 108, duration: 100, bytes: 100, mobile: 124, date: 110 };
const widthOf = (kind: FieldKind, index: number): number => widths[kind] ?? (index < 2 ? 180 : 132);

function columnsOf(props: Props): TableColumnType<Row>[] {
  const { definition, columns, words, state } = props;
  const sortable = new Set(['id', ...(definition.list.sort ?? [])]);
  return columns.shown.map((name, index): TableColumnType<Row> => {
    const kind = definition.fields[name]?.kind ?? 'text';
    const direction = state.get(`order[${name}]`);
    return {
      key: name, title: words.field(name), align: isNumeric(kind) ? 'right' : 'left', ellipsis: true,
      width: widthOf(kind, index),
      ...(sortable.has(name) ? { sorter: true, sortOrder: direction === 'asc' ? 'ascend' : direction === 'desc' ? 'descend' : null } : {}),
      render: (_value, row) => cellOf(props, name, row),
    };
  });
}

function totalText({ list, words }: Props): string {
  if (!list || list.total === null) return '';
  const count = list.total.toLocaleString();
  return words.t(list.total_exact ? 'kit.total' : 'kit.total_about', { count });
}

/** Pages by number and size; the total is told as an estimate where it is one. */
function Pager(props: Props) {
  const { list, state, words, narrow } = props;
  if (!list || list.total === 0) return null;
  return (
    <div className="kk-pager">
      <span className="kk-total">{totalText(props)}</span>
      <Pagination
        current={state.page} pageSize={state.per_page} total={list.total ?? state.page * state.per_page} showSizeChanger={!narrow} showQuickJumper={!narrow} simple={narrow} size={narrow ? 'small' : 'medium'}
        pageSizeOptions={[10, 20, 50, 100, 200]} onChange={(page, size) => state.set({ page: String(size === state.per_page ? page : 1), per_page: String(size) })}
        locale={{ items_per_page: words.t('kit.per_page', { count: '' }).trim(), jump_to: words.t('kit.go_to'), page: words.t('kit.page_unit') }}
      />
    </div>
  );
}

function Cards(props: Props) {
  const { list, columns, words, selected, onSelect, onOpen } = props;
  const toggle = (id: number): void => onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id]);
  return (
    <ul className="kk-cards">
      {list?.data.map((row) => (
        <li key={row.id} className={selected.includes(row.id) ? 'kk-card is-selected' : 'kk-card'}>
          <input type="checkbox" checked={selected.includes(row.id)} onChange={() => toggle(row.id)} aria-label={words.t('kit.selected', { count: row.id })} />
          <button type="button" className="kk-card-body" onClick={() => onOpen(row.id)}>
            {columns.shown.slice(0, 6).map((name, index) => (
              <span key={name} className={index === 0 ? 'kk-card-title' : 'kk-card-line'}>
                {index === 0 ? null : <span className="kk-card-label">{words.field(name)}</span>}
                <span>{cellOf(props, name, row)}</span>
              </span>
            ))}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The rows: a table, or cards on a phone. A click opens the drawer, a middle click the page. */
export function DataTable(props: Props) {
  const { definition, list, loading, state, columns, words, selected, onSelect, onOpen, active, narrow, empty } = props;
  const isEmpty = list?.data.length === 0;
  if (narrow) return <>{isEmpty ? empty : <Cards {...props} />}<Pager {...props} /></>;
  const width = columns.shown.reduce((sum, name, index) => sum + widthOf(definition.fields[name]?.kind ?? 'text', index), 44);
  return (
    <>
      <Table<Row>
        rowKey="id" size={columns.density} loading={loading && Boolean(list)} dataSource={list?.data ?? []} columns={columnsOf(props)} pagination={false} scroll={isEmpty ? {} : { x: width }} locale={{ emptyText: empty }} virtual={false} showSorterTooltip={false}
        rowSelection={{ selectedRowKeys: selected, preserveSelectedRowKeys: true, onChange: (keys) => onSelect(keys.map(Number)), columnWidth: 44, getCheckboxProps: (row) => ({ 'aria-label': String(row[definition.title] ?? row.id) }) }}
        rowClassName={(row) => (row.id === active ? 'kk-row is-active' : 'kk-row')}
        onRow={(row) => ({
          onClick: (event) => {
            const isControl = (event.target as HTMLElement).closest('button, a, input, label, .ant-table-selection-column');
            if (!isControl && !window.getSelection()?.toString()) onOpen(row.id);
          },
          onAuxClick: (event) => { if (event.button === 1) window.open(`/${definition.area}/${definition.name}/${row.id}`, '_blank', 'noopener'); },
        })}
        onChange={(_pagination, _filters, sorter, extra) => {
          if (extra.action !== 'sort') return;
          const one = Array.isArray(sorter) ? sorter[0] : sorter;
          const change: Record<string, string | null> = Object.fromEntries(['id', ...(definition.list.sort ?? [])].map((name) => [`order[${name}]`, null]));
          if (one?.order && one.columnKey) change[`order[${String(one.columnKey)}]`] = one.order === 'ascend' ? 'asc' : 'desc';
          state.set(change);
        }}
      />
      {isEmpty ? null : <Pager {...props} />}
      {list === undefined && !loading ? <Button type="text" disabled>{words.t('kit.load_failed')}</Button> : null}
    </>
  );
}
