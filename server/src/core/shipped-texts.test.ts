import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shippedScenes } from '../features/ai-scenes/scenes/scenes.ts';
import { findProjectRoot } from '../project-root.ts';
import { shippedText } from './shipped-texts.ts';

it('has every question and scene that a new school comes with, in each language', () => {
  const sql = readFileSync(join(findProjectRoot(), 'server/migrations/0165_faqs.sql'), 'utf8');
  const faqs = [...sql.matchAll(/\('\w+', \d+, '([^']*)', '([^']*)'\)/g)].flatMap(([, ...texts]) => texts);
  const texts = [...faqs, ...shippedScenes.map(({ name }) => name)];
  expect(texts).toHaveLength(36);
  expect(texts.filter((text) => /[\u4e00-\u9fff]/.test(shippedText(text, 'en')))).toEqual([]);
  expect(shippedText('卡密在哪里', 'zh-TW')).toBe('卡密在哪裡');
  expect(shippedText('卡密在哪里', 'zh-CN')).toBe('卡密在哪里');
});

it('leaves what a school wrote as it is', () => {
  expect(shippedText('卡密在哪里呢', 'en')).toBe('卡密在哪里呢');
});
