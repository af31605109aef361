import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import { parseLayout } from '@kaike/shared/kit/list-layout';
import { subjects } from '@kaike/shared/resources/catalog/subjects';
import { wordsOf } from '../../words/use-words.ts';
import { useSelection } from '../rows/use-selection.ts';
import { useListState } from '../use-list-state.ts';
import { TreeTable } from './tree-table.tsx';

const words = wordsOf((key) => key, 'subjects');
const rows = ['英语', '日语'].map((name, index) => ({ id: index + 1, name, parent_id: null, version: 1 }));
const nothing = (): void => undefined;

function Tree() {
  const state = useListState();
  const table = {
    definition: subjects,
    list: undefined,
    isOld: false,
    state,
    layout: parseLayout(subjects.list.columns, null),
    columnNames: ['name'],
    words,
    maps: {},
    view: {},
    may: new Set(['update']),
    selection: useSelection(state.filters, rows),
    onOpen: nothing,
    active: null,
    setActive: nothing,
    onResize: nothing,
    edited: null,
    edit: nothing,
    onMenu: nothing,
    offers: [],
    onVerb: nothing,
    columns: [{ key: 'name', width: 200, pin: null, stretches: true, offset: 0 }],
    menu_width: 48,
    fits: true,
  };
  return <TreeTable table={table} reload={nothing} setRows={nothing} createBelow={nothing} askMove={nothing} />;
}

it('shows where a row that is dragged will stand, as far in as the children of the row it is over', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () =>
      new Response(JSON.stringify({ data: rows, with_children: [], is_cut: false }), {
        headers: { 'content-type': 'application/json' },
      }),
  );
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <Tree />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const rowOf = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
  await screen.findByText('日语');
  const landing = (name: string): string => rowOf(name).style.getPropertyValue('--landing');
  const dataTransfer = {};
  fireEvent.dragStart(rowOf('日语'), { dataTransfer });
  expect(fireEvent.dragOver(rowOf('英语'), { dataTransfer }), 'it may be dropped').toBe(false);
  expect([landing('英语'), landing('日语')]).toEqual(['102px', '']);
  expect(fireEvent.dragOver(rowOf('日语'), { dataTransfer }), 'not onto itself').toBe(true);
  const head = screen.getAllByRole('columnheader')[0] as HTMLElement;
  expect(fireEvent.dragOver(head, { dataTransfer }), 'it has no parent already').toBe(true);
  expect([landing('英语'), landing('日语')]).toEqual(['', '']);
});
