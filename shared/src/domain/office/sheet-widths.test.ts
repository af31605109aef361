import { expect, it } from 'vitest';
import { columnWidths } from './sheet-widths.ts';

it('makes columns wide enough for times and names, but not too wide', () => {
  expect(
    columnWidths([
      ['编号', '创建时间', '说明', null],
      [7, '2026-01-31 09:30:00', '长'.repeat(100), null],
    ]),
  ).toEqual([8, 21, 40, 8]);
  expect(columnWidths([])).toEqual([]);
});
