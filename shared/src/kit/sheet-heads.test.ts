import { expect, test } from 'vitest';
import { readSheetHeads } from './sheet-heads.ts';

const labels = { name: '姓名', sort: '排序' };
const read = (...rows: unknown[][]) => readSheetHeads(rows, labels);
const both = [
  { key: 'name', index: 0 },
  { key: 'sort', index: 1 },
];

test.each([
  [
    'labels',
    [
      ['姓名', '排序'],
      ['王', 1],
    ],
    { columns: both, first: 1, ignored: [] },
  ],
  [
    'labels with stars',
    [
      ['姓名 *', '＊排序'],
      ['王', 1],
    ],
    { columns: both, first: 1, ignored: [] },
  ],
  [
    'keys and labels',
    [
      ['name', 'sort'],
      ['姓名', '排序'],
      ['王', 1],
    ],
    { columns: both, first: 2, ignored: [] },
  ],
  [
    'keys alone',
    [
      ['name', 'sort'],
      ['王', 1],
    ],
    { columns: both, first: 1, ignored: [] },
  ],
  [
    'any order, more columns',
    [
      ['编号', ' 排序 ', null, '姓名'],
      [1, 2, null, '王'],
    ],
    {
      columns: [
        { key: 'sort', index: 1 },
        { key: 'name', index: 3 },
      ],
      first: 1,
      ignored: ['编号'],
    },
  ],
  [
    'the sheet of wrong rows',
    [
      ['name', 'sort', 'error'],
      ['姓名', '排序', '错误信息'],
      ['王', 1, '排序有误'],
    ],
    { columns: both, first: 2, ignored: [] },
  ],
  [
    'a column twice',
    [
      ['姓名', '排序', '姓名'],
      ['王', 1, '李'],
    ],
    { columns: both, first: 1, ignored: ['姓名'] },
  ],
  ['nothing known', [['a', 'b']], { columns: [], first: 1, ignored: ['a', 'b'] }],
  ['nothing', [], { columns: [], first: 1, ignored: [] }],
])('heads: %s', (_name, rows, expected) => {
  expect(read(...rows)).toEqual(expected);
});
