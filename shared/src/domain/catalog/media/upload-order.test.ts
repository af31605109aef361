import { describe, expect, it } from 'vitest';
import { inUploadOrder, parseNumeral } from './upload-order.ts';

it.each([
  ['一', 1],
  ['十', 10],
  ['十一', 11],
  ['二十', 20],
  ['廿', 20],
  ['廿三', 23],
  ['卅一', 31],
  ['一百零五', 105],
  ['两百', 200],
  ['二〇', 20],
  ['叁', 3],
])('%s is %i', (text, value) => {
  expect(parseNumeral(text)).toBe(value);
});

describe('inUploadOrder', () => {
  it.each<[string, string[], string[]]>([
    [
      'lessons by Chinese numerals',
      ['第八课.mp4', '第二课.mp4', '第十一课.mp4', '第一课.mp4', '第十课.mp4', '第廿课.mp4'],
      ['第一课.mp4', '第二课.mp4', '第八课.mp4', '第十课.mp4', '第十一课.mp4', '第廿课.mp4'],
    ],
    ['digits beside numerals', ['第3课.mp4', '第二课.mp4', '第１课.mp4'], ['第１课.mp4', '第二课.mp4', '第3课.mp4']],
    ['digits as numbers', ['10 问候.mp4', '2 数字.mp4', '1 介绍.mp4'], ['1 介绍.mp4', '2 数字.mp4', '10 问候.mp4']],
    [
      'numerals at the beginning',
      ['三、颜色.mp4', '一、问候.mp4', '二、数字.mp4'],
      ['一、问候.mp4', '二、数字.mp4', '三、颜色.mp4'],
    ],
    [
      'numerals at the end',
      ['语法（三）.mp4', '语法（一）.mp4', '语法（二）.mp4'],
      ['语法（一）.mp4', '语法（二）.mp4', '语法（三）.mp4'],
    ],
    [
      'units with lessons in them',
      ['第二单元第一课.mp4', '第一单元第十课.mp4', '第一单元第二课.mp4'],
      ['第一单元第二课.mp4', '第一单元第十课.mp4', '第二单元第一课.mp4'],
    ],
    [
      'names without numbers as chosen',
      ['开场.mp4', '结语.mp4', '一路顺风.mp4'],
      ['开场.mp4', '结语.mp4', '一路顺风.mp4'],
    ],
    ['the same number as chosen', ['1-b.mp4', '1-a.mp4'], ['1-b.mp4', '1-a.mp4']],
  ])('%s', (_name, chosen, expected) => {
    expect(inUploadOrder(chosen, (name) => name)).toEqual(expected);
  });
});
