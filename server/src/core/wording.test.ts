import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { fieldLabel } from './error-answer.ts';
import { isLocale, localeOf, loadTranslators, shippedText, shippedTextsWith, translatorOf } from './wording.ts';

test('Traditional Chinese falls back to Simplified Chinese before English', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wording-'));
  const catalogues = {
    'zh-TW': { save: '儲存' },
    'zh-CN': { save: '保存', print: '打印' },
    en: { save: 'Save', print: 'Print', sort: 'Sort' },
  };
  for (const [locale, catalogue] of Object.entries(catalogues)) {
    mkdirSync(join(folder, locale));
    writeFileSync(join(folder, locale, 'common.json'), JSON.stringify(catalogue));
  }
  const t = loadTranslators(folder)('zh-TW');
  expect(['save', 'print', 'sort', 'none'].map((key) => t(key))).toEqual(['儲存', '打印', 'Sort', 'none']);
  rmSync(folder, { recursive: true });
});

test('a refusal names rule and field in the language of the reader', () => {
  const t = translatorOf('zh-TW');
  expect(failureMessage(t, { rule: 'required', params: [] }, fieldLabel(t, 'password', ''))).toBe('請填寫密碼');
});

test.each([
  ['zh-TW,zh;q=0.9,en;q=0.8', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh,en;q=0.9', 'zh-CN'],
  ['en-US,en;q=0.9,zh-CN;q=0.8', 'en'],
  ['en;q=0.1, zh-CN', 'zh-CN'],
  ['fr, de;q=0.5', 'zh-CN'],
  ['*', 'zh-CN'],
  ['', 'zh-CN'],
  ['fr;q=x,,_,en', 'en'],
])('a browser that accepts %j reads %s', (accept, locale) => {
  expect(localeOf({ accept })).toBe(locale);
});

test('translates texts that a school came with and has not changed', () => {
  expect(['zh-CN', 'zh-TW', 'en'].filter(isLocale).map((locale) => shippedText('问路', locale))).toEqual([
    '问路',
    '問路',
    'Asking the way',
  ]);
  expect(shippedText('问一问路', 'en')).toBe('问一问路');
  expect(shippedTextsWith('THE WAY', 'en')).toContain('问路');
  expect(shippedTextsWith('路', 'zh-CN')).toEqual([]);
});
