import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Locale } from '../shared/src/locales/languages.ts';
import { loadWording } from './wording-plugin.ts';

it('fills the words a language lacks: Traditional Chinese from Simplified Chinese before English', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wording-'));
  const write = (locale: Locale, file: string, words: Record<string, string>): void => {
    mkdirSync(join(folder, locale), { recursive: true });
    writeFileSync(join(folder, locale, `${file}.json`), JSON.stringify(words));
  };
  write('zh-TW', 'kit', { save: '儲存' });
  write('zh-CN', 'kit', { save: '保存', print: '打印' });
  write('zh-CN', 'trash', { undo: '撤销' });
  write('en', 'kit', { save: 'Save', print: 'Print', sort: 'Sort' });
  const wordsIn = (locale: Locale) => loadWording(folder, locale, ['kit', 'trash']).catalogue;
  expect(wordsIn('zh-TW')).toEqual({ save: '儲存', print: '打印', sort: 'Sort', undo: '撤销' });
  expect(wordsIn('zh-CN')).toEqual({ save: '保存', print: '打印', sort: 'Sort', undo: '撤销' });
  expect(wordsIn('en')).toEqual({ save: 'Save', print: 'Print', sort: 'Sort' });
  rmSync(folder, { recursive: true });
});
