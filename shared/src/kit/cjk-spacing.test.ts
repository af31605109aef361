import { expect, it } from 'vitest';
import { spaceCjk } from './cjk-spacing.ts';

it.each([
  ['新建App 版本', '新建 App 版本'],
  ['导出AI 对话', '导出 AI 对话'],
  ['新建学员', '新建学员'],
  ['New AI teacher', 'New AI teacher'],
  ['第3章', '第 3 章'],
  ['导入「A」', '导入「A」'],
])('%s → %s', (text, spaced) => {
  expect(spaceCjk(text)).toBe(spaced);
});
