import { describe, expect, it } from 'vitest';
import { findCommands, type SearchableCommand } from './find-commands.ts';

const page = (label: string, ...keys: string[]): SearchableCommand => ({
  key: label,
  group: 'pages',
  label,
  note: '',
  url: `/admin/${label}`,
  keys,
});
const all = [
  page('学员', 'xueyuan', 'xy'),
  page('学习记录', 'xuexijilu', 'xxjl'),
  page('卡密批次', 'kamipici', 'kmpc'),
  page('Card Themes'),
];
const labels = (text: string): string[] => findCommands(all, text).map(({ label }) => label);

describe('findCommands', () => {
  it.each([
    ['学员', ['学员']],
    ['学', ['学员', '学习记录']],
    ['xxjl', ['学习记录']],
    ['xuexi', ['学习记录']],
    ['XY', ['学员']],
    ['card t', ['Card Themes']],
    ['ｃａｒｄ', ['Card Themes']],
    ['批次', ['卡密批次']],
  ])('%s', (text, expected) => {
    expect(labels(text)).toEqual(expected);
  });
  it('finds nothing for an empty or unknown text', () => {
    expect([labels(''), labels('  '), labels('zzz')]).toEqual([[], [], []]);
  });
  it('ranks recent commands first among equals, but never before a better match', () => {
    const actions = [page('导出学员', 'dcxy'), page('导出课程', 'dckc'), page('导出代理商', 'dcdls'), page('dc', 'dc')];
    const labelsWith = (recent: string[]): string[] => findCommands(actions, 'dc', recent).map(({ label }) => label);
    expect(labelsWith([])).toEqual(['dc', '导出学员', '导出课程', '导出代理商']);
    expect(labelsWith(['导出代理商', '导出课程'])).toEqual(['dc', '导出代理商', '导出课程', '导出学员']);
  });
});
