import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { field } from '../field.ts';
import { normalizeInput } from './normalize-field.ts';
import * as normalize from './normalize-text.ts';

/** What is typed, pasted and imported, by the form it is stored in. */
const vectors: Record<keyof typeof normalize, Record<string, readonly string[]>> = {
  trimText: {
    'AI　外教': [' AI　外教　', '\u200B\uFEFFAI　外教\u00AD', '\u202AAI　外教\u202C', '\u200EAI　外教\u200F '],
    'a b': ['a b'],
  },
  narrowText: { 'AI 课(1)': ['ＡＩ　课（１）', 'AI\u00A0课(1)', 'A\u200BI 课(1)'] },
  normalizePersonName: {
    孔桂芳: ['孔　桂芳', '孔 桂芳', ' 孔 桂\u00A0芳 ', '孔\u200B桂芳', '孔桂芳\uFEFF'],
    李: ['李', '　李　'],
    阿卜杜拉·买买提: [
      '阿卜杜拉·买买提',
      '阿卜杜拉•买买提',
      '阿卜杜拉・买买提',
      '阿卜杜拉･买买提',
      '阿卜杜拉‧买买提',
      '阿卜杜拉∙买买提',
      '阿卜杜拉⋅买买提',
      '阿卜杜拉．买买提',
      '阿卜杜拉.买买提',
      '阿卜杜拉 · 买买提',
      '阿卜杜拉··买买提',
    ],
    'John Smith': ['Ｊｏｈｎ　Ｓｍｉｔｈ', 'John  Smith', 'John\u00A0Smith'],
    'J. R. Smith': ['J. R. Smith', 'J． R． Smith'],
    "Seán O'Neil": ['Seán O’Neil', 'Seán O＇Neil', "Sea\u0301n O'Neil"],
    'Anne-Marie': ['Anne‐Marie', 'Anne–Marie', 'Anne-Marie'],
    Ali·Hasan: ['Ali•Hasan', 'Ali · Hasan'],
    一一: ['⼀⼀'],
    '张三 Lucy': ['张三　Lucy'],
  },
  normalizeMobile: {
    '13700000186': [
      '１３７０００００１８６',
      '137 0000 0186 ',
      '137-0000-0186',
      '137—0000—0186',
      '137－0000－0186',
      '137‑0000‑0186',
      '137.0000.0186',
      '(137)00000186',
      '+86 137 0000 0186',
      '+8613700000186',
      '＋８６ １３７ ００００ ０１８６',
      '0086-137-0000-0186',
      '8613700000186',
      "'13700000186",
      '’13700000186',
      '\u202D13700000186\u202C',
      '137\u200B00000186',
      '13700000186.0',
      '1.3700000186E10',
      '1.3700000186E+10',
    ],
    // Digits that are lost are not invented.
    '1.37E+10': ['1.37E+10'],
    '1370000018': ['1370000018'],
    '+85261234567': ['+85261234567'],
    '12345': [' 12345 '],
  },
  normalizeEmail: {
    'Li.Lei@example.com': [
      ' Li.Lei@example.com ',
      'Li.Lei＠example.com',
      'Li.Lei@example。com',
      'Ｌｉ．Ｌｅｉ＠ｅｘａｍｐｌｅ．ｃｏｍ',
      'mailto:Li.Lei@example.com',
      'Li.Lei @ example.com',
      'Li.Lei@exam\u200Bple.com',
    ],
    'not an address': [' not an address '],
  },
  normalizeIdNumber: {
    '11010519491231002X': [
      '11010519491231002x',
      '１１０１０５１９４９１２３１００２Ｘ',
      '110105 19491231 002X',
      '110105-19491231-002x',
      "'11010519491231002X",
    ],
    abc: ['abc'],
  },
  normalizeMessageCode: { '123456': ['１２３４５６', '123 456', ' 123-456 ', '123\u200B456'], '12345': ['12345'] },
  normalizePhone: {
    '010-62345678': ['０１０－６２３４５６７８', '010–62345678'],
    '13700000186': ['137 0000 0186'],
    '(010) 62345678 转 801': ['（010） 62345678 转 801'],
  },
  normalizeNumber: {
    '1234.50': ['1,234.50', '１，２３４．５０', '¥1,234.50', '￥1234.50', '1234.50 元', '+1234.50'],
    '-3': ['−3', '–3', '-¥3'],
    '5': ['5.', ' ５ '],
    '1,2': ['1,2'],
    三: ['三'],
  },
  normalizeDay: {
    '2027-03-01': [
      '2027/3/1',
      '2027.3.1',
      '2027-3-1',
      '2027年3月1日',
      '2027 年 3 月 1 日',
      '２０２７／０３／０１',
      '20270301',
      '2027—3—1',
    ],
    '2027-03-01 08:30': ['2027/3/1 8:30'.replace(' 8', ' 08'), '2027年3月1日 08:30'],
    '2027-03-01T08:30:00.000Z': ['2027-03-01T08:30:00.000Z'],
    明天: ['明天'],
  },
  normalizeKeyword: { 'ai 外教': ['ＡＩ　外教', ' AI  外教 ', 'ai\u00A0外教', 'A\u200BI 外教'] },
  normalizeKey: { '--BEGIN A--\nab+/=\n--END A--': ['\uFEFF——BEGIN A——\nab＋／＝\n\u200B——END A——\u00A0'] },
  normalizeToken: { 'LTAI+/=': ['LTAI ＋／＝', '\u3000LTAI\u200B\u00A0+/=\r\n'] },
  normalizeHead: {
    手机号码: ['手机号码', ' 手 机 号 码*', '手机号码：', '手机号码＊', '\uFEFF手机号码', '手机\n号码'],
    'e-mail(常用)': ['E‑mail（常用）', 'Ｅ－ｍａｉｌ (常用)'],
  },
};

const functions: Record<string, (text: string) => string> = { ...normalize };

describe.each(Object.entries(vectors))('%s', (name, table) => {
  const apply = functions[name] ?? String;
  it.each(Object.entries(table))('stores %j', (stored, typed) => {
    expect(typed.map(apply)).toEqual(typed.map(() => stored));
    expect(apply(stored)).toBe(stored);
  });
  it('changes nothing the second time, whatever the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => apply(apply(text)) === apply(text)));
  });
});

it('every normalisation has vectors', () => {
  expect(Object.keys(vectors).sort()).toEqual(Object.keys(functions).sort());
});

it('a field is read by its kind, by its rule and by what it names; other values stay', () => {
  expect(normalizeInput(field.mobile(), '+86 137 0000 0186')).toBe('13700000186');
  expect(normalizeInput(field.text({ rules: 'required|mobile_code' }), '１２３ ４５６')).toBe('123456');
  expect(normalizeInput(field.text({ rules: 'required|name' }), '王　小明')).toBe('王小明');
  expect(normalizeInput(field.text({ is_person_name: true }), '王　小明')).toBe('王小明');
  expect(normalizeInput(field.text(), '王　小明')).toBe('王　小明');
  expect(normalizeInput(field.password(), ' a　b ')).toBe(' a　b ');
  expect(normalizeInput(field.mobile(), 13700000186)).toBe(13700000186);
});
