import { expect, test } from 'vitest';
import { parseSheetHeads, parseSheetRows } from './sheet-heads.ts';

const columns = [
  { key: 'name', label: '姓名', heads: ['学生姓名', '名字'] },
  { key: 'sort', label: '排序（从小到大）' },
];
const remembered = { 班主任: '', 学生: 'name', 名字: '', 姓名: 'sort', sort: '' };

test.each([
  ['labels', [['姓名', '排序（从小到大）']], ['name', 'sort'], 1],
  ['labels with stars, without their remark', [['姓名 *', '＊排序']], ['name', 'sort'], 1],
  ['synonyms, with a remark', [['学生姓名（必填）', '排序']], ['name', 'sort'], 1],
  [
    'keys and labels',
    [
      ['name', 'sort'],
      ['姓名', '排序（从小到大）'],
    ],
    ['name', 'sort'],
    2,
  ],
  [
    'keys alone',
    [
      ['name', 'sort'],
      ['王', 1],
    ],
    ['name', 'sort'],
    1,
  ],
  ['any order, unknown columns', [['编号', ' 排序 ', null, '姓名']], [undefined, 'sort', '', 'name'], 1],
  ['what the school decided', [['学生', '班主任']], ['name', ''], 1],
  ['what the school decided about a synonym', [['名字', '排序']], ['', 'sort'], 1],
  ['labels and keys, whatever was decided about them', [['姓名', 'sort']], ['name', 'sort'], 1],
  ['a title above', [['2026 秋季班'], [], ['姓名', '排序']], ['name', 'sort'], 3],
  [
    'the sheet of wrong rows',
    [
      ['name', 'sort', 'error'],
      ['姓名', '排序（从小到大）', '错误信息'],
    ],
    ['name', 'sort', ''],
    2,
  ],
  ['a column twice', [['姓名', '排序', '名字']], ['name', 'sort', ''], 1],
  ['nothing known', [['a', 'b']], [undefined, undefined], 1],
  ['nothing', [], [], 1],
])('heads: %s', (_name, rows, keys, first) => {
  expect(parseSheetHeads(rows, columns, remembered)).toMatchObject({ keys, first });
});

test('records: by field and line, without empty rows and the example as it was', () => {
  const rows = [
    ['姓名', '班', '排序'],
    ['张三', '', 10],
    [null, '一班', ''],
    ['王五', '', 10],
    ['张三', '', 20],
  ];
  const example = { name: '张三', sort: '10' };
  expect(parseSheetRows(rows, { keys: ['name', '', 'sort'], first: 1 }, example)).toEqual([
    { row: { name: '王五', sort: 10 }, line: 4 },
    { row: { name: '张三', sort: 20 }, line: 5 },
  ]);
});
