import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { failureMessage } from '@kaike/shared/rules/failure-message';
import { fieldLabel } from './error-answer.ts';
import { readTranslators, translatorOf } from './wording.ts';

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
  const t = readTranslators(folder)('zh-TW');
  expect(['save', 'print', 'sort', 'none'].map((key) => t(key))).toEqual(['儲存', '打印', 'Sort', 'none']);
  rmSync(folder, { recursive: true });
});

test('a refusal names rule and field in the language of the reader', () => {
  const t = translatorOf('zh-TW');
  expect(failureMessage(t, { rule: 'required', params: [] }, fieldLabel(t, 'password', ''))).toBe('請填寫密碼');
});
