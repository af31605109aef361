import { useCallback, useState } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { shownColumns, parseLayout } from '@kaike/shared/kit/list-layout';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { DataTable } from './data-table.tsx';
import type { TableProps } from './table-props.ts';
import { useSelection } from '../rows/use-selection.ts';
import { useListState } from '../use-list-state.ts';
import { wordsOf } from '../../words/use-words.ts';

const rows = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, name: `Teacher ${index + 1}`, version: 1 }));
const words = wordsOf((key) => key, 'teachers');
const layout = parseLayout(teachers.list.columns, null);
const drawn: number[] = [];
const listRenders = vi.fn<() => void>();
const steady: Pick<
  TableProps,
  | 'list'
  | 'columnNames'
  | 'maps'
  | 'view'
  | 'may'
  | 'offers'
  | 'columns'
  | 'menu_width'
  | 'onOpen'
  | 'onMenu'
  | 'onVerb'
  | 'onResize'
  | 'edit'
> = {
  list: { data: rows, total: 20, total_exact: true, sums: null, per_page: 20, current_page: 1, last_page: 1 },
  columnNames: shownColumns(layout),
  maps: {},
  view: {
    cells: {
      name: (row) => {
        drawn.push(row.id);
        return String(row['name']);
      },
    },
  },
  may: new Set(),
  offers: [],
  columns: ['name', 'title'].map((key) => ({ key, width: 200, pin: null, stretches: key === 'name', offset: 0 })),
  menu_width: 48,
  onOpen: () => undefined,
  onMenu: () => undefined,
  onVerb: () => undefined,
  onResize: () => undefined,
  edit: () => undefined,
};

function List({ edited = null }: { edited?: TableProps['edited'] }) {
  listRenders();
  const state = useListState();
  const selection = useSelection(state.filters, rows);
  const [active, setActive] = useState<number | null>(null);
  return (
    <DataTable
      {...steady}
      definition={teachers}
      isOld={false}
      state={state}
      layout={layout}
      words={words}
      selection={selection}
      active={active}
      setActive={useCallback((id: number | null) => setActive(id), [])}
      edited={edited}
      fits
    />
  );
}

const box = (name: string) => screen.getByRole('checkbox', { name }) as HTMLInputElement;

it('what is typed before the editor of a cell has loaded is in it', async () => {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <List edited={{ id: 3, name: 'title' }} />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const early = screen.getByRole('textbox');
  expect(document.activeElement).toBe(early);
  fireEvent.input(early, { target: { value: '特级' } });
  await waitFor(() => expect(early.isConnected).toBe(false));
  const input = screen.getByDisplayValue('特级');
  expect(document.activeElement).toBe(input);
});

it('a tick and a step of the keyboard render only the rows they change', () => {
  render(
    <MemoryRouter>
      <List />
    </MemoryRouter>,
  );
  expect(new Set(drawn).size).toBe(20);
  drawn.length = 0;
  const before = listRenders.mock.calls.length;
  fireEvent.click(box('Teacher 7'));
  expect(box('Teacher 7').checked).toBe(true);
  expect(new Set(drawn)).toEqual(new Set([7]));
  drawn.length = 0;
  fireEvent.click(box('Teacher 9'));
  expect([box('Teacher 7').checked, box('Teacher 9').checked]).toEqual([true, true]);
  expect(new Set(drawn)).toEqual(new Set([9]));
  expect(listRenders).toHaveBeenCalledTimes(before);
  drawn.length = 0;
  fireEvent.focus(screen.getByText('Teacher 4').closest('tr') as HTMLElement);
  // Tab led to the first row until now.
  expect(new Set(drawn)).toEqual(new Set([1, 4]));
  drawn.length = 0;
  fireEvent.click(box('lists.select_page'));
  expect(rows.every(({ name }) => box(name).checked)).toBe(true);
  fireEvent.click(box('lists.select_page'));
  expect(rows.some(({ name }) => box(name).checked)).toBe(false);
});

it('a click with Shift ticks, or unticks, all rows since the one before', () => {
  render(
    <MemoryRouter>
      <List />
    </MemoryRouter>,
  );
  const ticked = (): number[] => rows.filter(({ name }) => box(name).checked).map(({ id }) => id);
  fireEvent.click(box('Teacher 6'));
  fireEvent.click(box('Teacher 3'), { shiftKey: true });
  expect(ticked()).toEqual([3, 4, 5, 6]);
  fireEvent.click(box('Teacher 5'), { shiftKey: true });
  expect(ticked()).toEqual([6]);
});
