import { expect, test } from 'vitest';
import type { Worksheet } from '../workbook/workbook.ts';
import type { ImportColumns } from './import-columns.ts';
import { matchColumns, meantSheet, recordsOf } from './match-columns.ts';

const column = (key: string, label: string) => ({
  key,
  label,
  heads: [],
  required: false,
  allowed: [],
  help: '',
  example: '',
});
const columns: ImportColumns = {
  key: null,
  exported: [],
  columns: [column('mobile', '手机号'), column('name', '姓名')],
  remembered: {},
};
const sheetOf = (name: string, cells: Worksheet['cells'], more: Partial<Worksheet> = {}): Worksheet => ({
  name,
  is_hidden: false,
  cells,
  lines: cells.map((_row, index) => index + 1),
  hidden: [],
  filled_down: 0,
  faults: {},
  ...more,
});
const heads = ['手机号', '姓名'];
const notes = sheetOf('说明', [['填写说明'], ['姓名', '必填']]);
const first = sheetOf('一班', [heads, ['13900000001', '王明']]);
const second = sheetOf('二班', [heads, ['13900000002', '李红']]);
const meant = (...sheets: Worksheet[]): string | undefined =>
  meantSheet({ file_name: 'a.xlsx', sheets }, columns)?.name;

test('the sheet that is meant is the only one seen or the only one with headings; else it is a question', () => {
  expect(meant(notes)).toBe('说明');
  expect(meant(notes, first)).toBe('一班');
  expect(meant({ ...second, is_hidden: true }, first)).toBe('一班');
  expect(meant(first, second)).toBeUndefined();
  expect(meant({ ...first, is_hidden: true })).toBeUndefined();
});

test('records have the row numbers and the faults of the file, and leave out hidden rows unless they are wanted', () => {
  const sheet = sheetOf('学员', [heads, ['1', '甲'], ['2', '#N/A'], ['3', '丙']], {
    lines: [1, 3, 4, 9],
    hidden: [1],
    faults: { 2: { 1: { kind: 'error', text: '#N/A' } } },
  });
  const match = matchColumns(sheet, columns);
  const read = (with_hidden: boolean) => recordsOf({ sheet, match, with_hidden }, columns);
  expect(read(false)).toEqual([
    { row: { mobile: '2', name: '#N/A' }, line: 4, faults: { name: { kind: 'error', text: '#N/A' } } },
    { row: { mobile: '3', name: '丙' }, line: 9 },
  ]);
  expect(read(true).map(({ line }) => line)).toEqual([3, 4, 9]);
});
