import { expect, test } from 'vitest';
import { maskValue } from './mask.ts';

test.each([
  ['mobile', '13812348000', '138****8000'],
  ['mobile', '12345', '***45'],
  ['mobile', '1', '1'],
  ['mobile', '', ''],
  ['email', 'zhang@qq.com', 'z****@qq.com'],
  ['email', 'a@b.co', 'a****@b.co'],
  ['email', 'broken', 'b*****'],
  ['id_card', '11010519491231002X', '110***********002X'],
  ['id_card', '1234567', '*******'],
  ['name', '张三丰', '张**'],
  ['name', '𠮷野', '𠮷*'],
  ['name', null, ''],
] as const)('%s %s', (kind, value, masked) => {
  expect(maskValue(kind, value)).toBe(masked);
});
