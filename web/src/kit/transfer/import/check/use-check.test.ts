import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { importChunkRows } from '@kaike/shared/domain/constants';
import { useCheck, type SheetRecord } from './use-check.ts';

type Waiting = { names: string[]; reply: (status?: number) => Promise<void> };
const waiting: Waiting[] = [];

const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const checked = ({ name }: { name: string }) => ({
  state: name === '错' ? 'wrong' : 'new',
  error: '',
  fields: [],
  messages: {},
  proposals: {},
  changes: {},
});

beforeEach(() => {
  waiting.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    if (!String(url).includes('/import-preview')) return json({ _token: 'T' });
    const { datas } = JSON.parse(String(init?.body)) as { datas: { name: string }[] };
    return new Promise((resolve) => {
      const reply = (status = 200): Promise<void> =>
        act(async () => resolve(json(status === 200 ? { rows: datas.map(checked) } : { message: 'down' }, status)));
      waiting.push({ names: datas.map(({ name }) => name), reply });
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const records = (count: number): SheetRecord[] =>
  Array.from({ length: count }, (_one, index) => ({ row: { name: `学员 ${index}` }, line: index + 2 }));
const request = (place: number): Promise<Waiting> =>
  waitFor(() => {
    const one = waiting[place];
    if (!one) throw new Error(`no request ${place}`);
    return one;
  });

test('checks a chunk again that was edited while its check was under way', async () => {
  const { result } = renderHook(() => useCheck('/admin/members', records(2)));
  const first = await request(0);
  act(() => result.current.edit(1, 'name', '错'));
  await first.reply();
  const second = await request(1);
  expect(second.names).toEqual(['学员 0', '错']);
  expect(result.current.is_done).toBe(false);
  await second.reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  expect(result.current.checked.map((row) => row?.state)).toEqual(['new', 'wrong']);
  expect(waiting).toHaveLength(2);
});

test('is not done while an edited chunk is checked again, and retries what has no answer alone', async () => {
  const { result } = renderHook(() => useCheck('/admin/members', records(importChunkRows + 1)));
  await (await request(0)).reply();
  await (await request(1)).reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  act(() => result.current.edit(importChunkRows, 'name', '错'));
  expect(result.current.is_done).toBe(false);
  await (await request(2)).reply(422);
  await waitFor(() => expect(result.current.failed).toBe(true));
  expect(result.current.is_done).toBe(false);
  act(() => result.current.retry());
  const again = await request(3);
  expect(again.names).toEqual(['错']);
  await again.reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  expect(result.current.checked[importChunkRows]?.state).toBe('wrong');
});

test('checks a chunk edited before its turn once', async () => {
  const { result } = renderHook(() => useCheck('/admin/members', records(importChunkRows + 1)));
  const first = await request(0);
  act(() => result.current.edit(importChunkRows, 'name', '错'));
  await first.reply();
  const second = await request(1);
  expect(second.names).toEqual(['错']);
  await second.reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  expect(waiting).toHaveLength(2);
});

test('checks a chunk below what its rows are below, and every chunk again after a change', async () => {
  const nesting = { title: 'name', parent: 'parent_id' };
  const [first, ...rest] = records(importChunkRows + 1);
  const child: SheetRecord = { row: { name: '下级', parent_id: `学员 ${importChunkRows}` }, line: first?.line ?? 0 };
  const { result } = renderHook(() => useCheck('/admin/subjects', [child, ...rest], { nesting }));
  const top = await request(0);
  expect(top.names.slice(0, 2)).toEqual([`学员 ${importChunkRows}`, '下级']);
  await top.reply();
  await (await request(1)).reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  expect(result.current.checked).toHaveLength(importChunkRows + 1);
  act(() => result.current.edit(importChunkRows, 'name', '错'));
  expect((await request(2)).names[0]).toBe('下级');
  await (await request(2)).reply();
  await (await request(3)).reply();
  await waitFor(() => expect(result.current.checked[importChunkRows]?.state).toBe('wrong'));
});

test('checks a chunk again when a row that its rows may be below was edited while its check was under way', async () => {
  const nesting = { title: 'name', parent: 'parent_id' };
  const rows = records(importChunkRows + 1);
  const child: SheetRecord = { row: { name: '下级', parent_id: '新的上级' }, line: 2 };
  const { result } = renderHook(() => useCheck('/admin/subjects', [child, ...rows.slice(1)], { nesting }));
  const first = await request(0);
  expect(first.names[0]).toBe('下级');
  act(() => result.current.edit(importChunkRows, 'name', '新的上级'));
  await first.reply();
  expect((await request(1)).names.slice(0, 2)).toEqual(['新的上级', '下级']);
  expect(result.current.is_done).toBe(false);
});

test('a row with a cell that has no value in the sheet is wrong until the cell is filled in', async () => {
  const messageOf = ({ text }: { text: string }): string => `错误 ${text}`;
  const faulty: SheetRecord = { row: { name: '#N/A' }, line: 2, faults: { name: { kind: 'error', text: '#N/A' } } };
  const { result } = renderHook(() => useCheck('/admin/members', [faulty], { messageOf }));
  await (await request(0)).reply();
  await waitFor(() => expect(result.current.is_done).toBe(true));
  expect(result.current.checked[0]).toMatchObject({
    state: 'wrong',
    fields: ['name'],
    messages: { name: '错误 #N/A' },
    error: '错误 #N/A',
  });
  act(() => result.current.edit(0, 'name', '王明'));
  await (await request(1)).reply();
  await waitFor(() => expect(result.current.checked[0]?.state).toBe('new'));
});
