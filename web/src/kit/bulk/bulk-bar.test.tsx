import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { teachers } from '@kaike/shared/resources/catalog/teachers';
import { loadWording, switchLocale } from '../../app/wording.ts';
import { rowOffers, type OfferedVerb } from '../list/actions/offers.ts';
import type { Selection } from '../list/rows/use-selection.ts';
import type { ShownRow } from '../resource-view.ts';
import { useWords } from '../words/use-words.ts';
import { BulkBar } from './bulk-bar.tsx';

const rows: ShownRow[] = [
  { id: 1, name: 'A', status: 1 },
  { id: 2, name: 'B', status: 2 },
];
const chooseEverything = vi.fn<() => void>();
const clear = vi.fn<() => void>();
const run = vi.fn<(offer: OfferedVerb) => void>();
const remove = vi.fn<() => void>();

type BarProps = { ticked: readonly ShownRow[]; everything?: boolean; excepted?: readonly number[] };

function Bar({ ticked, everything = false, excepted = [] }: BarProps) {
  const words = useWords(teachers);
  const ids = ticked.map(({ id }) => id);
  const selected = { rows: ticked, ids, elsewhere: 0, has: () => true, is_everything: everything, excepted };
  const selection: Selection = {
    now: () => selected,
    subscribe: () => () => undefined,
    toggle: () => undefined,
    setPage: () => undefined,
    chooseEverything,
    clear,
  };
  return (
    <>
      <table>
        <tbody>
          <tr className="kk-row" tabIndex={0}>
            <td>row</td>
          </tr>
        </tbody>
      </table>
      <BulkBar
        definition={teachers}
        words={words}
        view={{}}
        may={new Set(['delete'])}
        selection={selection}
        list={{ data: rows, total: 1284, total_exact: true, sums: null, per_page: 20, current_page: 1, last_page: 65 }}
        filters=""
        offers={rowOffers(teachers, words, () => true)}
        run={run}
        remove={remove}
        reload={() => undefined}
      />
    </>
  );
}

beforeAll(async () => {
  await loadWording('admin');
  await switchLocale('zh-CN');
});
beforeEach(() => vi.clearAllMocks());

const bar = () => within(screen.getByRole('region', { name: '批量操作' }));

it('says how many rows are ticked and offers everything that matches', async () => {
  render(<Bar ticked={rows} />);
  await screen.findByText('已选 2 位老师');
  fireEvent.click(bar().getByRole('button', { name: '选择全部 1,284 位老师' }));
  expect(chooseEverything).toHaveBeenCalledOnce();
  fireEvent.click(bar().getByRole('button', { name: '清除选择' }));
  expect(clear).toHaveBeenCalledOnce();
});

it('a verb for some of the rows says for how many; one for none is absent', async () => {
  const { rerender } = render(<Bar ticked={rows} />);
  fireEvent.click(await screen.findByRole('button', { name: '停用 1 位老师' }));
  expect(run).toHaveBeenCalledWith(expect.objectContaining({ name: 'change-status', label: '停用' }));
  rerender(<Bar ticked={rows.slice(0, 1)} />);
  expect(bar().getByRole('button', { name: /^停\s?用$/ })).toBeTruthy();
  expect(bar().queryByRole('button', { name: /^启\s?用/ })).toBeNull();
  fireEvent.click(bar().getByRole('button', { name: /^删\s?除$/ }));
  expect(remove).toHaveBeenCalledOnce();
});

it('everything is said with its number, and Escape returns to the row', async () => {
  render(<Bar ticked={rows} everything />);
  await screen.findByText('已选全部 1,284 位老师');
  const button = bar().getByRole('button', { name: /^删\s?除$/ });
  button.focus();
  fireEvent.keyDown(button, { key: 'Escape' });
  expect(document.activeElement?.textContent).toBe('row');
});

it('says how many of everything are left out, and keeps its verbs when no row on the page is ticked', async () => {
  render(<Bar ticked={[]} everything excepted={[1, 2]} />);
  await screen.findByText('已选 1,282 位老师（全部 1,284 去掉 2）');
  expect(bar().getByRole('button', { name: /^停\s?用$/ })).toBeTruthy();
  expect(bar().queryByRole('button', { name: /选择全部/ })).toBeNull();
});

it('offers nothing while more are left out than a request may name, and says what to do instead', async () => {
  const leftOut = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
  const { rerender } = render(<Bar ticked={[]} everything excepted={leftOut(1001)} />);
  await screen.findByText('已去掉 1,001 位老师，上限为 1,000，请改用筛选条件缩小范围');
  expect(bar().getAllByRole('button')).toEqual([bar().getByRole('button', { name: '清除选择' })]);
  rerender(<Bar ticked={[]} everything excepted={leftOut(1000)} />);
  expect(bar().getByRole('button', { name: /^删\s?除$/ })).toBeTruthy();
});

it('stands in one row: what its place has no room for is behind the button of more', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(250);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function (this: HTMLElement) {
    return this.children.length * 100;
  });
  render(<Bar ticked={rows} />);
  const more = await screen.findByRole('button', { name: '更多操作' });
  expect(more.parentElement?.children).toHaveLength(2);
  fireEvent.click(more);
  expect(await screen.findByRole('menuitem', { name: '删除' })).toBeTruthy();
  vi.restoreAllMocks();
});
