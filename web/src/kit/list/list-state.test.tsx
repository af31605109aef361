import { act, fireEvent, render, screen } from '@testing-library/react';
import { Link, MemoryRouter, useLocation } from 'react-router';
import { afterEach, describe, expect, it } from 'vitest';
import { courses } from '@kaike/shared/resources/catalog/courses';
import { placeColumns } from './columns/place-columns.ts';
import { dayOfBound, daysOfSpan } from './filters/day-spans.ts';
import { pagesAround } from './pager.tsx';
import { moveColumn } from './columns/column-settings.tsx';
import { stepRow } from './use-list-keys.ts';
import { canonicalQuery, changeQuery, useListState, type ListState } from './use-list-state.ts';
import { columnsOfCards, isFilled } from './rows/row-cards.tsx';
import { matchingOf, useSelection, type Selection } from './rows/use-selection.ts';

const change = (before: string, what: Record<string, string | string[] | null>): string =>
  changeQuery(new URLSearchParams(before), what).toString();

describe('the list state in the URL', () => {
  it('returns to the first page when the rows change, and only then', () => {
    expect(change('page=7', { 'where[status]': '1' })).toBe('where%5Bstatus%5D=1');
    expect(change('page=7', { 'order[id]': 'asc' })).toBe('order%5Bid%5D=asc');
    expect(change('page=7', { per_page: '50' })).toBe('per_page=50');
    for (const key of ['open', 'tab', 'cols']) expect(change('page=7', { [key]: 'x' })).toBe(`page=7&${key}=x`);
    expect(change('page=7&open=3', { page: '8' })).toBe('open=3&page=8');
  });

  it('removes null and empty values and repeats keys of arrays', () => {
    expect(change('where[a]=1&where[b]=2', { 'where[a]': null, 'where[b]': '' })).toBe('');
    expect(change('', { 'where[a][]': ['1', '2'] })).toBe('where%5Ba%5D%5B%5D=1&where%5Ba%5D%5B%5D=2');
  });

  it('compares by filters, sort and page size only', () => {
    expect(canonicalQuery('page=3&order[id]=asc&where[b]=2&where[a]=1&open=9&view=4&cols=x&per_page=20')).toBe(
      canonicalQuery('where[a]=1&where[b]=2&order[id]=asc'),
    );
    expect(canonicalQuery('per_page=50')).not.toBe(canonicalQuery(''));
    expect(canonicalQuery('where[a][]=2&where[a][]=1')).toBe(canonicalQuery('where[a][]=1&where[a][]=2'));
  });

  it('is read by the hook: filters for the server, without page parameters', () => {
    let state: ListState | undefined;
    let search = '';
    function Probe() {
      state = useListState();
      ({ search } = useLocation());
      return null;
    }
    render(
      <MemoryRouter initialEntries={['/admin/courses?where[status]=1&page=3&per_page=50&open=7&view=2&cols=title']}>
        <Probe />
      </MemoryRouter>,
    );
    expect(state).toMatchObject({ page: 3, per_page: 50, is_filtered: true, is_bare: false });
    expect(state?.search).toBe('where%5Bstatus%5D=1&page=3&per_page=50');
    expect(state?.filters).toBe('where%5Bstatus%5D=1');
    act(() => state?.reset());
    expect(search).toBe('?per_page=50&open=7&view=2&cols=title');
    act(() => state?.replace('where[status]=2&view=5'));
    expect(search).toBe('?where%5Bstatus%5D=2&view=5');
  });

  it('is not bare when its last parameter was removed, but when it is opened so', () => {
    let state: ListState | undefined;
    function Probe() {
      state = useListState();
      return <Link to="/admin/teachers">open</Link>;
    }
    render(
      <MemoryRouter initialEntries={['/admin/teachers?where[status]=1']}>
        <Probe />
      </MemoryRouter>,
    );
    act(() => state?.reset());
    expect(state).toMatchObject({ search: '', is_bare: false });
    fireEvent.click(screen.getByText('open'));
    expect(state?.is_bare).toBe(true);
    act(() => state?.set({ open: '1' }));
    act(() => state?.set({ open: null }));
    expect(state).toMatchObject({ search: '', is_bare: false });
  });

  it('keeps the last change for a listener that was made before it', () => {
    let state: ListState | undefined;
    let search = '';
    function Probe() {
      state = useListState();
      ({ search } = useLocation());
      return null;
    }
    render(
      <MemoryRouter initialEntries={['/admin/teachers?open=1']}>
        <Probe />
      </MemoryRouter>,
    );
    const early = state?.set;
    act(() => early?.({ tab: 'history' }));
    act(() => early?.({ open: '2' }));
    expect(search).toBe('?tab=history&open=2');
  });
});

describe('the selection', () => {
  let selection: Selection;
  function Probe({ filters, rows }: { filters: string; rows: { id: number; name: string }[] }) {
    selection = useSelection(filters, rows);
    return null;
  }
  const [first, second] = [
    [
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
    ],
    [{ id: 3, name: 'c' }],
  ];
  afterEach(() => selection.clear());

  it('stays while paging, has the latest rows, and ends with other filters or another sort', () => {
    const { rerender } = render(<Probe filters="x" rows={first} />);
    act(() => selection.setPage(first, true));
    rerender(<Probe filters="x" rows={second} />);
    act(() => selection.toggle({ id: 3, name: 'c' }));
    expect(selection.now().ids).toEqual([1, 2, 3]);
    expect(selection.now().elsewhere).toBe(2);
    rerender(<Probe filters="x" rows={[{ id: 1, name: 'changed' }]} />);
    expect(selection.now().rows[0]).toEqual({ id: 1, name: 'changed' });
    act(() => selection.chooseEverything());
    expect(selection.now().is_everything).toBe(true);
    rerender(<Probe filters="y" rows={first} />);
    expect(selection.now()).toMatchObject({ is_everything: false, ids: [] });
    act(() => selection.toggle({ id: 1, name: 'a' }));
    rerender(<Probe filters="y&order[name]=asc" rows={first} />);
    expect(selection.now().ids).toEqual([]);
  });
});

describe('everything that matches but some', () => {
  let selection: Selection;
  const rows = [1, 2, 3].map((id) => ({ id }));
  function Probe({ filters }: { filters: string }) {
    selection = useSelection(filters, rows);
    return null;
  }

  it('a row that is unticked is left out, not all others that are on no page yet', () => {
    const { rerender } = render(<Probe filters="where%5Bstatus%5D=1" />);
    act(() => selection.setPage(rows, true));
    act(() => selection.chooseEverything());
    act(() => selection.toggle({ id: 2 }));
    expect(selection.now()).toMatchObject({ is_everything: true, excepted: [2], ids: [1, 3] });
    expect([1, 2, 99].map((id) => selection.now().has(id))).toEqual([true, false, true]);
    expect(matchingOf(selection.now(), 'where%5Bstatus%5D=1')).toBe('where%5Bstatus%5D=1&except=2');
    expect(matchingOf(selection.now(), '')).toBe('all&except=2');
    act(() => selection.toggle({ id: 2 }));
    expect(matchingOf(selection.now(), '')).toBe('all');
    act(() => selection.setPage(rows, false));
    expect(selection.now()).toMatchObject({ is_everything: true, excepted: [1, 2, 3], ids: [] });
    // Other filters: what was left out there says nothing here.
    rerender(<Probe filters="" />);
    expect(selection.now()).toMatchObject({ is_everything: false, excepted: [], ids: [] });
    act(() => selection.toggle({ id: 1 }));
    act(() => selection.chooseEverything());
    expect(selection.now()).toMatchObject({ is_everything: true, excepted: [] });
    act(() => selection.clear());
    expect(selection.now()).toMatchObject({ is_everything: false, ids: [] });
  });
});

describe('small parts of the list', () => {
  it('shows the first, the last and nearby pages', () => {
    expect(pagesAround(1, 3)).toEqual([1, 2, 3]);
    expect(pagesAround(50, 100)).toEqual([1, null, 48, 49, 50, 51, 52, null, 100]);
  });

  it('moves through rows and stops at the ends', () => {
    const rows = [{ id: 5 }, { id: 6 }, { id: 7 }];
    expect([
      stepRow(rows, null, 1)?.id,
      stepRow(rows, null, -1)?.id,
      stepRow(rows, 6, 1)?.id,
      stepRow(rows, 7, 1)?.id,
      stepRow(rows, 5, -1)?.id,
    ]).toEqual([5, 7, 7, 7, 5]);
    expect(stepRow([], 3, 1)).toBeUndefined();
  });

  it('moves a column before another or to the end', () => {
    expect(moveColumn(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b']);
    expect(moveColumn(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a']);
  });

  it('places pinned columns at their edges and lets one free column stretch', () => {
    const { columns: placed } = placeColumns(
      courses,
      ['sn', 'title', 'status', 'updated_at'],
      {
        widths: { sn: 120 },
        pins: { sn: 'left', status: 'right', updated_at: 'right' },
      },
      { room: null, needOf: () => ({ heading: 0, content: null, is_whole: false }) },
    );
    expect(placed.map(({ key, offset, stretches }) => [key, offset, stretches])).toEqual([
      ['sn', 44, false],
      ['title', 0, true],
      ['status', 48 + 148, false],
      ['updated_at', 48, false],
    ]);
  });

  it('counts spans in whole days', () => {
    const days = (span: Parameters<typeof daysOfSpan>[0]) => daysOfSpan(span, '2026-03-31');
    expect(days('today')).toEqual(['2026-03-31', '2026-03-31']);
    expect(days('yesterday')).toEqual(['2026-03-30', '2026-03-30']);
    expect(days('last7')).toEqual(['2026-03-25', '2026-03-31']);
    expect(days('last30')).toEqual(['2026-03-02', '2026-03-31']);
    expect(days('this_month')).toEqual(['2026-03-01', '2026-03-31']);
    expect(days('last_month')).toEqual(['2026-02-01', '2026-02-28']);
    expect(daysOfSpan('last_month', '2026-01-15')).toEqual(['2025-12-01', '2025-12-31']);
  });

  it('reads the days of a filter in the time zone of the school', () => {
    const bounds = ['2026-03-31T16:00:00.000Z', '2026-04-30T15:59:59.999Z', '2026-04-01', ''];
    expect(bounds.map(dayOfBound)).toEqual(['2026-04-01', '2026-04-30', '2026-04-01', '']);
  });
});

describe('a card of a row on a phone', () => {
  const names = ['reason', 'ended_at', 'tags', 'paid', 'is_pinned', 'computed', 'name', 'id', 'last'];

  it('has lines for what has a value, and for what a view computes', () => {
    const row = { id: 1, reason: '', ended_at: null, tags: [], paid: 0, is_pinned: false, name: 'a' };
    expect(names.filter((name) => isFilled(row, name))).toEqual([
      'paid',
      'is_pinned',
      'computed',
      'name',
      'id',
      'last',
    ]);
  });

  it('has the same columns as the others, five with a value on the average', () => {
    const full = { id: 1, reason: 'a', ended_at: 'b', tags: ['c'], paid: 0, is_pinned: false, name: 'a' };
    const bare = { id: 2, reason: '', ended_at: null, tags: [], paid: 0, is_pinned: false, name: 'a' };
    const last = (rows: (typeof full | typeof bare)[]): string => columnsOfCards(names, rows, isFilled).at(-1) ?? '';
    expect([[full], [bare], [full, bare], [full, full, full, bare]].map(last)).toEqual([
      'is_pinned',
      'id',
      'computed',
      'is_pinned',
    ]);
    expect(columnsOfCards(names, [], isFilled)).toEqual(names);
  });
});
