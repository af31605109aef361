import { describe, expect, test } from 'vitest';
import en from '../locales/en/validations.json';
import zhCN from '../locales/zh-CN/validations.json';
import zhTW from '../locales/zh-TW/validations.json';
import { field } from '../kit/field.ts';
import { createTranslator, hasWording, wordingKeys } from '../kit/wording.ts';
import { constraintsToRules } from './constraints.ts';
import { checkValue, parseRules } from './engine.ts';
import { failureMessage } from './failure-message.ts';
import { rules, type RuleName } from './rules.ts';

const values = {};

describe('parseRules', () => {
  test('reads names and parameters, and ignores empty parts', () => {
    expect(parseRules('required| between:1, 5 ||max:20').map(({ name, params }) => [name, params])).toEqual([
      ['required', []],
      ['between', ['1', '5']],
      ['max', ['20']],
    ]);
    expect(parseRules('')).toEqual([]);
  });
  test('keeps commas, colons and bars of a regex in array form', () => {
    expect(parseRules(['required', 'regex:^a,b|c:d$'])[1]?.params).toEqual(['^a,b|c:d$']);
  });
  test('returns the same result for the same rules, and never mixes the two forms', () => {
    expect(parseRules('required|max:9')).toBe(parseRules('required|max:9'));
    expect(() => parseRules(['required|max:9'])).toThrow('Unknown rule');
  });
  test.each([
    'requird',
    'constructor',
    'toString',
    'max',
    'max:a',
    'between:1',
    'regex:(',
    'regex',
    'confirmed',
    'required_if',
    'size:',
    // More parameters than the rule has, which it would ignore.
    'length:16,200',
    'max:20,30',
    'min:1,2',
    'max_value:1,2',
    'between:1,5,9',
    'digits:6,8',
    'digits_between:1,2,3',
    'array_length:0,5,9',
    'dimensions:1,2,3',
    'double:2,3',
    'user_name:4',
    'user_name:1,2,3',
    'required:zero,one',
    'required_with:a,b',
    'required_without:a,b',
    'confirmed:a,b',
    'mobile:cn',
    'email:x',
    'string:2',
    'agree:1',
    // None, or one of another kind.
    'in',
    'ext',
    'required:nought',
    'length:1.5',
    'length:-1',
    'digits:a',
    'between:5,1',
    'array_length:2,1',
    'double:0.5',
    'size:-1',
  ])('refuses %s', (bad) => {
    expect(() => parseRules(bad)).toThrow();
    expect(() => field.text({ rules: bad })).toThrow();
  });
  test('every rule states how many parameters it takes', () => {
    for (const name of Object.keys(rules).filter((one) => !rules[one as RuleName].raw)) {
      const { counts, params = [] } = rules[name as RuleName];
      const most = counts ? counts[1] : params.length;
      if (most < Infinity)
        expect(() => parseRules(`${name}:${Array.from({ length: most + 1 }, () => '1').join(',')}`), name).toThrow(
          'parameters',
        );
    }
  });
});

describe('checkValue', () => {
  test('stops at the first failure', () => {
    expect(checkValue('a!', 'min:3|alpha', { values })).toEqual([{ rule: 'min', params: ['3'] }]);
  });
  test('collects all failures without bail', () => {
    expect(checkValue('a!', 'min:3|alpha', { values, bail: false }).map(({ rule }) => rule)).toEqual(['min', 'alpha']);
  });
  test.each([{ empty: undefined }, { empty: null }, { empty: '' }, { empty: [] }])(
    'an empty value breaks nothing but required ($empty)',
    ({ empty }) => {
      expect(checkValue(empty, 'min:3|alpha|mobile|in:a|array_length:1,2', { values })).toEqual([]);
      expect(checkValue(empty, 'min:3|required|mobile', { values, bail: false })).toEqual([
        { rule: 'required', params: [] },
      ]);
    },
  );
  test('number bounds fail under their own name', () => {
    expect(checkValue(9, 'max:5', { values })).toEqual([{ rule: 'max_value', params: ['5'] }]);
    expect(checkValue('9', 'min:10', { values, type: 'number' })).toEqual([{ rule: 'min_value', params: ['10'] }]);
  });
});

describe('failureMessage', () => {
  const t = createTranslator({ locale: 'zh-CN', catalogues: [zhCN, en] });
  const say = (value: unknown, written: string): string => {
    const [failure] = checkValue(value, written, { values });
    return failure ? failureMessage(t, failure, '手机号') : '';
  };
  test('fills in the field and the parameters', () => {
    expect(say('', 'required')).toBe('请填写手机号');
    expect(say('abcdef', 'max:5')).toBe('手机号最多 5 个字');
    expect(say(7, 'between:1,5')).toBe('手机号应在 1 到 5 之间');
    expect(say('1', 'user_name')).toBe('手机号应以字母开头，为 2-50 个非中文字符（字母、数字或下划线）');
    expect(say({ name: 'a', type: '', size: 1 }, 'ext:xlsx,csv')).toBe('手机号只支持以下格式：xlsx, csv');
  });
  test('puts a space between Chinese and a name that begins or ends in Latin letters', () => {
    expect(failureMessage(t, { rule: 'required', params: [] }, 'OSS AccessKey ID')).toBe('请填写 OSS AccessKey ID');
    expect(failureMessage(t, { rule: 'url', params: [] }, '回调 URL')).toMatch(/^回调 URL 应为/);
  });
  test('falls back to the default message', () => {
    const english = createTranslator({ locale: 'en', catalogues: [en] });
    expect(failureMessage(english, { rule: 'something', params: [] }, 'Code')).toBe('Code is not valid');
  });
  test('a plural reads naturally', () => {
    const english = createTranslator({ locale: 'en', catalogues: [en] });
    expect(failureMessage(english, { rule: 'max', params: ['1'] }, 'Initial')).toBe(
      'Initial may have at most 1 character',
    );
  });
});

/** Errors the server reports beside field rules: of a body before they are checked, of an amount in yuan, of a sheet that changes rows, of a day that is over, of an address it calls, and of a key. */
const besideRules = [
  'unknown_field',
  'unfit_text',
  'fixed',
  'ambiguous',
  'in_past',
  'before_start',
  'money',
  'https_only',
  'private_address',
  'key_characters',
  'key_incomplete',
  'key_unreadable',
  'key_encrypted',
  'key_not_rsa',
  'key_is_private',
  'key_is_public',
  'key_is_certificate',
];

test.each([
  ['zh-CN', zhCN],
  ['en', en],
  ['zh-TW', zhTW],
])('%s has a message for every rule, with parameters the rule has', (_, catalogue) => {
  const expected = [
    'validations.default',
    ...[...Object.keys(rules), ...besideRules].map((name) => `validations.messages.${name}`),
  ];
  expect(expected.filter((key) => !hasWording(catalogue, key))).toEqual([]);
  expect(wordingKeys(catalogue).filter((key) => !expected.includes(key))).toEqual([]);
  for (const [name, text] of Object.entries(catalogue.validations.messages)) {
    const rule = Object.entries(rules).find(([key]) => key === name)?.[1];
    const used = [...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1] ?? '');
    expect(used.filter((param) => param !== 'field' && !rule?.params?.includes(param))).toEqual([]);
  }
});

describe('constraintsToRules', () => {
  test('attributes become rules in array form', () => {
    expect(
      constraintsToRules({ required: true, type: 'email', minlength: 3, maxlength: '50', pattern: 'a|b', min: 1 }),
    ).toEqual(['required', 'email', 'min:3', 'max:50', 'regex:^(?:a|b)$']);
    expect(constraintsToRules({ type: 'number', min: 0, max: '9', maxlength: 2 })).toEqual([
      'double',
      'min_value:0',
      'max_value:9',
    ]);
    expect(constraintsToRules({ email: true, min: 1 })).toEqual(['email']);
    expect(constraintsToRules({})).toEqual([]);
  });
  test('the resulting rules can be checked', () => {
    expect(checkValue('xb', constraintsToRules({ pattern: 'a|b' }), { values })).toHaveLength(1);
    expect(checkValue('12', constraintsToRules({ type: 'number', max: 9 }), { values })).toEqual([
      { rule: 'max_value', params: ['9'] },
    ]);
  });
});
